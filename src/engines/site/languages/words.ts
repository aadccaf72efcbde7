import type { BlockWords, DocumentWords } from '../../html/words.ts'
import type { ApiWords } from '../../openapi/view/words.ts'
import type { Change, PreviewState } from '../model.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { ja } from './words/ja.ts'
import { ko } from './words/ko.ts'
import { nl } from './words/nl.ts'
import { no } from './words/no.ts'
import { ptBr } from './words/pt-br.ts'
import { ru } from './words/ru.ts'
import { zh } from './words/zh.ts'

/** Everything our own pages say. */
export type Words = {
  skip: string
  menu: string
  pages: string
  sections: string
  variants: string
  languages: string
  /** Of a page in the language that it was written in. */
  notTranslated: (language: string) => string
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
  searching: string
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
  /** Of something in a block of an integration. */
  blockFailed: string
  tryAgain: string
  signInTitle: string
  signInText: string
  token: string
  signIn: string
  signInFailed: string
  /** Of the versions of an API. */
  changelog: {
    title: string
    added: string
    changed: string
    removed: string
    breaking: string
    /** Of the oldest version that is known. */
    first: string
    nothing: string
    notCompared: string
    older: string
    newest: string
  }
  /** Around the blocks of a text. */
  blocks: BlockWords
  /** Around parts of API descriptions. */
  api: ApiWords
}

const BY_LANGUAGE = new Map(Object.entries({ ar, de, en, es, fr, ja, ko, nl, no, pt: ptBr, ru, yue: zh, zh }))

/** What is said within the text of a page. */
export function documentWords({ api, blocks }: Words): ApiWords & DocumentWords {
  return { ...api, ...blocks }
}

/** In the first of these languages that we speak. */
export function wordsOf(...languages: string[]): Words {
  for (const language of languages) {
    const words = BY_LANGUAGE.get(language.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
