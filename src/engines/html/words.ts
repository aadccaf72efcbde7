import { type AllWords, ENGLISH_WORDS } from '../words/english.ts'

/** Endpoints that a page describes itself use the words of API descriptions. */
export type DocumentWords = AllWords['blocks'] &
  Pick<
    AllWords['api'],
    | 'body'
    | 'copy'
    | 'describedIn'
    | 'headers'
    | 'pathParameters'
    | 'queryParameters'
    | 'required'
    | 'responses'
    | 'schemas'
    | 'webhook'
  >

/** Those that need no values. */
export type PlainWords = {
  [Name in keyof DocumentWords]: DocumentWords[Name] extends string ? Name : never
}[keyof DocumentWords]

export const ENGLISH_DOCUMENT_WORDS: DocumentWords = { ...ENGLISH_WORDS.api, ...ENGLISH_WORDS.blocks }
