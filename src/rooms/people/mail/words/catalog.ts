import { openCatalog } from '../../../../engines/words/catalog.ts'
import type { Compiled } from '../../../../engines/words/message.ts'
import { en } from './en.ts'

export type MailWords = Compiled<typeof en>

const translations = {}

export const mailWords = openCatalog(en, translations)

/** The language a mail is written in: what the person chose, if there are words for it. */
export function mailLanguage(chosen: string | null): string {
  const tag = chosen?.toLowerCase().split('-')[0] ?? 'en'
  return Object.hasOwn(translations, tag) ? tag : 'en'
}
