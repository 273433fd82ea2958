This is no feature.
