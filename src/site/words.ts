import type { ApiWords } from '../openapi/words.ts'
import { ENGLISH_API_WORDS } from '../openapi/words.ts'
import type { Change, Look, PreviewState } from './model.ts'
import { de, es, fr, nl, no } from './words-latin.ts'
import { ja, ptBr, ru, zh } from './words-more.ts'

export type Locale = Look['internationalization']['locale']

/** Everything our own pages say. */
export type Words = {
  skip: string
  menu: string
  pages: string
  sections: string
  variants: string
  breadcrumbs: string
  siteLinks: string
  pagesBelow: (title: string) => string
  morePages: (count: number) => string
  more: string
  search: string
  searchTitle: string
  resultsFor: (query: string) => string
  nothingFound: (query: string) => string
  nothingFoundHint: string
  searchFailed: string
  typeToSearch: string
  recent: string
  forget: string
  toMove: string
  toOpen: string
  toClose: string
  theme: string
  onThisPage: string
  previous: string
  next: string
  lastChange: string
  wasHelpful: string
  ratings: Record<'good' | 'ok' | 'bad', string>
  thanks: string
  actions: string
  copyPage: string
  copied: string
  copyFailed: string
  asMarkdown: string
  asPdf: string
  edit: (provider?: string) => string
  askAgent: (name: string) => string
  connectAgents: string
  close: string
  announcement: string
  preview: string
  changes: Record<Change, string>
  before: string
  nextChange: string
  states: Record<PreviewState, string>
  changedPages: string
  privacy: string
  madeWith: string
  notFoundTitle: string
  notFoundText: string
  toStart: string
  refusedTitle: string
  refusedText: string
  refusedSignIn: string
  maintenanceTitle: string
  maintenanceText: string
  tryAgain: string
  signInTitle: string
  signInText: string
  token: string
  signIn: string
  signInFailed: string
  /** Around parts of API descriptions. */
  api: ApiWords
}

const en: Words = {
  skip: 'Skip to the content',
  menu: 'Menu',
  pages: 'Pages',
  sections: 'Sections',
  variants: 'Versions and languages',
  breadcrumbs: 'Where this page is',
  siteLinks: 'Links of the site',
  pagesBelow: (title) => `Pages below ${title}`,
  morePages: (count) => `${count} more`,
  more: 'More',
  search: 'Search…',
  searchTitle: 'Search',
  resultsFor: (query) => `Results for “${query}”`,
  nothingFound: (query) => `Nothing found for “${query}”`,
  nothingFoundHint: 'Try other words, or fewer of them.',
  searchFailed: 'The search does not answer. Try again in a moment.',
  typeToSearch: 'Type to search all pages.',
  recent: 'Recent searches',
  forget: 'Forget them',
  toMove: 'to move',
  toOpen: 'to open',
  toClose: 'to close',
  theme: 'Light or dark',
  onThisPage: 'On this page',
  previous: 'Previous',
  next: 'Next',
  lastChange: 'Last updated',
  wasHelpful: 'Was this page helpful?',
  ratings: { good: 'Yes', ok: 'Partly', bad: 'No' },
  thanks: 'Thank you!',
  actions: 'More for this page',
  copyPage: 'Copy page',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  asMarkdown: 'View as Markdown',
  asPdf: 'Get as PDF',
  edit: (provider) => (provider ? `Edit on ${provider}` : 'Edit this page'),
  askAgent: (name) => `Open in ${name}`,
  connectAgents: 'Connect an agent (MCP)',
  close: 'Close',
  announcement: 'Announcement',
  preview: 'Preview',
  changes: { added: 'new', edited: 'edited', moved: 'moved', removed: 'removed' },
  before: 'Before',
  nextChange: 'Next change',
  states: {
    unpublished: 'not published',
    members: 'for members only',
    draft: 'draft',
    open: 'open',
    merged: 'merged',
    archived: 'archived',
    revision: 'as it was then',
  },
  changedPages: 'Changed pages',
  privacy: 'Privacy policy',
  madeWith: 'Made with Quire',
  notFoundTitle: 'This page is not here',
  notFoundText:
    'It may have moved, or the address has a typing mistake. Search for what you need, or begin at the start.',
  toStart: 'To the start page',
  refusedTitle: 'This site is not open to everyone',
  refusedText: 'Ask whoever told you about it for a share link, and open that link in this browser.',
  refusedSignIn: 'If you have an account, sign in to read it.',
  maintenanceTitle: 'Back in a moment',
  maintenanceText: 'This page cannot be shown right now. Nothing is lost; please try again shortly.',
  tryAgain: 'Try again',
  signInTitle: 'Sign in',
  signInText: 'Paste an API token of yours. It is used once; after that this browser stays signed in.',
  token: 'API token',
  signIn: 'Sign in',
  signInFailed: 'This token is not valid. Check that you copied all of it.',
  api: ENGLISH_API_WORDS,
}

const BY_LOCALE: Record<Locale, Words> = { en, de, es, fr, ja, nl, no, ru, zh, 'pt-br': ptBr }

export function wordsOf(locale: Locale): Words {
  return BY_LOCALE[locale] ?? en
}
