import { openCatalog } from '../../engines/words/catalog.ts'
import type { Compiled } from '../../engines/words/message.ts'
import { en } from './en.ts'

export type ConsoleWords = Compiled<typeof en>

/** Words in the first of these languages that there is, or in English. */
export const consoleWords = openCatalog(en, {})

/** Right-to-left among the languages of the console. */
export function directionOf(language: string) {
  return /^(ar|he|fa|ur)\b/i.test(language) ? 'rtl' : 'ltr'
}
