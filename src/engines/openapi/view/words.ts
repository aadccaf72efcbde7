import { type AllWords, ENGLISH_WORDS } from '../../words/english.ts'

/** Around a description, which speaks for itself. */
export type ApiWords = AllWords['api']

export const ENGLISH_API_WORDS: ApiWords = ENGLISH_WORDS.api
