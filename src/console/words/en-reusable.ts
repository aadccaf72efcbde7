// Words of the page about texts that pages include.
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
