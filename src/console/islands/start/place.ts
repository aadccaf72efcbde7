// What the server says of a page of the console to the small script that is on each of them.
export type ConsolePlace = {
  /** What is looked at: others who are there are shown, and changes of the space. */
  space?: string
  changeRequest?: string
  page?: string
  isEditing?: boolean
  /** The script that is loaded when somebody asks for it. */
  palette?: string
  /** Not to be loaded again when others change something: its script shows that itself, or it answers a form. */
  isKept: boolean
  signIn: string
  words: StartWords
  paletteWords: PaletteWords
}

export type StartWords = {
  readonly [name in
    | 'signedOut'
    | 'signIn'
    | 'changed'
    | 'show'
    | 'here'
    | 'writing'
    | 'bell'
    | 'noBell'
    | 'offline'
    | 'online'
    | 'again']: string
}
export type PaletteWords = {
  readonly [name in
    | 'label'
    | 'placeholder'
    | 'none'
    | 'recent'
    | 'actions'
    | 'places'
    | 'found'
    | 'keys'
    | 'failed'
    | 'close'
    | 'organization'
    | 'space'
    | 'site'
    | 'request'
    | 'user'
    | 'page'
    | 'published'
    | 'home'
    | 'organizations'
    | 'inbox'
    | 'account'
    | 'search']: string
}
