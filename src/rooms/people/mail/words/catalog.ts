import { openCatalog } from '../../../../engines/words/catalog.ts'
import type { Compiled } from '../../../../engines/words/message.ts'
import { en } from './en.ts'
import ar from './translations/ar.json' with { type: 'json' }
import de from './translations/de.json' with { type: 'json' }
import es from './translations/es.json' with { type: 'json' }
import fr from './translations/fr.json' with { type: 'json' }
import ja from './translations/ja.json' with { type: 'json' }
import ko from './translations/ko.json' with { type: 'json' }
import nl from './translations/nl.json' with { type: 'json' }
import no from './translations/no.json' with { type: 'json' }
import pt from './translations/pt.json' with { type: 'json' }
import ru from './translations/ru.json' with { type: 'json' }
import zh from './translations/zh.json' with { type: 'json' }

export type MailWords = Compiled<typeof en>

export const translations = { ar, de, es, fr, ja, ko, nl, no, pt, ru, zh }

export const mailWords = openCatalog(en, translations)

/** The language a mail is written in: what the person chose, if there are words for it. */
export function mailLanguage(chosen: string | null): string {
  const tag = chosen?.toLowerCase().split('-')[0] ?? 'en'
  return Object.hasOwn(translations, tag) ? tag : 'en'
}
