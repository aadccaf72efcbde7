import { openCatalog } from './catalog.ts'
import ar from './languages/ar.json' with { type: 'json' }
import de from './languages/de.json' with { type: 'json' }
import { en } from './languages/en.ts'
import es from './languages/es.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import ja from './languages/ja.json' with { type: 'json' }
import ko from './languages/ko.json' with { type: 'json' }
import nl from './languages/nl.json' with { type: 'json' }
import no from './languages/no.json' with { type: 'json' }
import pt from './languages/pt-br.json' with { type: 'json' }
import ru from './languages/ru.json' with { type: 'json' }
import zh from './languages/zh.json' with { type: 'json' }

export const translations = { ar, de, es, fr, ja, ko, nl, no, pt, ru, yue: zh, zh }

/** Everything that Quire itself says, in the first of these languages that it speaks. */
export const wordsIn = openCatalog(en, translations)
