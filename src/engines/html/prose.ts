// Texts of others, such as descriptions in an API description: CommonMark on a page that has more than this text.
import { parseMarkdown } from '../markdown/parse.ts'
import type { Html } from './html.ts'
import { openPageIds } from './page-ids.ts'
import { fillIn } from './placeholders/fill-in.ts'
import { type DocumentWords, ENGLISH_DOCUMENT_WORDS } from './words.ts'
import { writeDocument } from './write-document.ts'
import type { HtmlPart } from './written-document.ts'

/** Writes one text after the other; no two have an id in common. */
export function openProse(words: DocumentWords = ENGLISH_DOCUMENT_WORDS): (text: string) => Html {
  const newId = openPageIds()
  return (text) => {
    const ids = new Map<string, string>()
    const idOf = (id: string) => {
      const known = ids.get(id) ?? newId(`text-${id}`)
      ids.set(id, known)
      return known
    }
    const marked = (part: HtmlPart): HtmlPart => {
      if (typeof part === 'string') return part
      if (part.placeholder === 'id') return idOf(part.id)
      return part.placeholder === 'link' ? { ...part, parts: part.parts.map(marked) } : part
    }
    const { parts, needs } = writeDocument(parseMarkdown(text))
    return fillIn({ parts: parts.map(marked), needs }, { resolve: () => undefined, words }).html
  }
}
