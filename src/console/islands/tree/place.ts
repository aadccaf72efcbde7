// What the server says of the pages that are arranged, in the frame around the tree.
export type Place = {
  space: string
  /** Of the content in the API: of the space itself, or of a change request. */
  content: string
  mayEdit: boolean
  /** Where pages are read, edited and set up; `:id` stands for the page. */
  read: string
  edit: string
  settings: string
  send: string
  signIn: string
  /** What the short names that these pages have stand for: all that there are would be a tenth of the script. */
  emoji: Readonly<Record<string, string>>
  words: Words
}

/** Texts with placeholders in braces. */
export type Words = {
  readonly [name in
    | 'label'
    | 'keys'
    | 'filter'
    | 'noMatch'
    | 'expandAll'
    | 'collapseAll'
    | 'expand'
    | 'collapse'
    | 'actions'
    | 'read'
    | 'edit'
    | 'settings'
    | 'rename'
    | 'title'
    | 'up'
    | 'down'
    | 'moveTo'
    | 'moveBelow'
    | 'send'
    | 'top'
    | 'addBelow'
    | 'untitled'
    | 'duplicate'
    | 'copyOf'
    | 'hide'
    | 'show'
    | 'remove'
    | 'hidden'
    | 'conditional'
    | 'group'
    | 'link'
    | 'computed'
    | 'moved'
    | 'movedTop'
    | 'cannot'
    | 'renamed'
    | 'removed'
    | 'undo'
    | 'undone'
    | 'failed'
    | 'offline'
    | 'signedOut'
    | 'signIn'
    | 'cancel']: string
}

export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export const addressOf = (template: string, id: string) => template.replace(':id', id)
