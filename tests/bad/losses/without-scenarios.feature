Feature: Nothing follows

  This is all that is said of it.
