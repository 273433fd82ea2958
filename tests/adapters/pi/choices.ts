// What the documents leave free, and how this agent takes it. The README says where each choice is left free.

const CHOICES = {
  /** The model is told a result as JSON, or else in words. */
  tellsJson: true,
  /** A result without answers has no `answers` in what the model is told. */
  leavesOutNoAnswers: true,
  /** A question without a header has this title. */
  title: 'A question for you',
  /** The filled square is the tab on which the user stands; else the answered ones. */
  squareIsCurrent: true,
  /** After Enter on a tab the user stays there; else the next open question follows. */
  enterStays: false,
  /** Descriptions are shown behind tabs, too. */
  describesBehindTabs: false,
  /** Up on the first row leads to the last. */
  wraps: true,
  /** The rows above a scrolled window are announced as well. */
  announcesAbove: true,
  /** A hidden Other is one of the rows below. */
  countsOther: false,
  /** An empty text is an answer. */
  emptyIsAnswer: true,
  /** With `multiSelect`, nothing picked is an answer. */
  noneIsAnswer: true,
  /** Esc where Other is typed cancels; else it leads back to the list. */
  escInOtherCancels: true,
  /** Other is one of the offered choices. */
  offersOther: true,
  /** With `multiSelect`, labels stand in the order in which they were picked. */
  keepsPickOrder: true,
  /** With `multiSelect`, a single picked label is the `selectedOption`. */
  namesSinglePick: true,
  /** A second call in print mode adds to the file; else it has a file of its own. */
  addsToFile: true,
  /** With its first request, the agent asks a model for a title, too. */
  asksForTitle: false,
  /** An answered form is drawn once more. */
  showsEnd: true,
};

/** With the word `otherwise` on the command line, each yes is a no and each no a yes. */
const otherwise = Object.entries(CHOICES).map(([name, choice]) => [name, typeof choice === 'boolean' ? !choice : choice]);

export const choices: typeof CHOICES = process.argv.includes('otherwise') ? Object.fromEntries(otherwise) : CHOICES;
