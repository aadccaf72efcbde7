// Words of the pages about what pages share, texts that they include and variables, and about PDFs of them.
export const reusable = {
  title: 'Reusable content',
  text: 'Written once, shown on many pages. Put it into a page with the slash menu of the editor.',
  none: 'There is no reusable content yet.',
  add: 'New reusable content',
  create: 'Create',
  inRequest: 'It is written in a change request. Readers see it after the merge.',
  proposed: 'As proposed in change request #{number}.',
  done: 'Saved in this change request. Readers see it after the merge.',
  removeText: 'It is used in the places above, which then show nothing in its place.',
  adds: 'Add “{title}”',
  renames: 'Rename “{title}”',
  removes: 'Delete “{title}”',
} as const

export const variables = {
  title: 'Variables',
  text: 'Values that many texts name, such as a version or a product. Change them once, and every text shows the new value.',
  none: 'There are no variables yet.',
  add: 'New variable',
  name: 'Name',
  nameHint: 'Letters, digits, - and _. Texts name it as space.vars.name.',
  value: 'Value',
  uses: 'Where it is used',
  noUses: 'No text names it.',
  removeText: 'Texts that name it show nothing in its place.',
  sets: 'Set the variable {name}',
  removes: 'Delete the variable {name}',
  ofPage: 'Variables of this page',
  ofPageText: 'Values that only the texts of this page name.',
  noneOfPage: 'This page has no variables of its own.',
  nameHintOfPage: 'Letters, digits, - and _. Texts of this page name it as page.vars.name.',
  ofSpace: 'Variables of the space',
} as const

export const pdf = {
  title: 'PDF',
  text: 'One file with contents, pictures and links, to print or to read offline.',
  what: 'What is in it',
  all: 'The whole space',
  only: 'Without the pages below it',
  make: 'Make the PDF',
  pending: 'The PDF is being made. A long space takes a minute or two; this page tells you when it is ready.',
  ready: 'The PDF is ready.',
  open: 'Open the PDF',
  tooLarge: 'That is too much for one PDF. Choose a page, with or without the pages below it.',
  failed: 'The PDF could not be made. Try again in five minutes, or ask your administrator.',
} as const
