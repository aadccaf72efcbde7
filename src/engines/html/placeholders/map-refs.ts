import type { ContentRef } from '../../content/records.ts'
import type { HtmlPart, WrittenDocument } from '../written-document.ts'

/** The same document with other references in its placeholders. */
export function mapRefs(
  { parts, needs }: WrittenDocument,
  replace: (ref: ContentRef) => ContentRef,
): WrittenDocument {
  return { parts: parts.map(mapped), needs }

  function mapped(part: HtmlPart): HtmlPart {
    if (typeof part === 'string') return part
    if (part.placeholder === 'integration' || part.placeholder === 'drawable')
      return { ...part, parts: part.parts.map(mapped) }
    if (!('ref' in part)) return part
    const ref = replace(part.ref)
    switch (part.placeholder) {
      case 'link':
      case 'api':
        return { ...part, ref, parts: part.parts.map(mapped) }
      case 'file':
        return { ...part, ref, caption: part.caption.map(mapped) }
      case 'picture':
        return { ...part, ref, ...(part.dark && { dark: replace(part.dark) }) }
      default:
        return { ...part, ref }
    }
  }
}
