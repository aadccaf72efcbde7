import { openCatalog } from './catalog.ts'
import { en } from './languages/en.ts'

/** For what speaks English only, without loading the translations. */
export const ENGLISH_WORDS = openCatalog(en, {})()

export type AllWords = typeof ENGLISH_WORDS
