import type { ContentRef } from '../../content/records.ts'
import { Anchors } from '../../markdown/names/slugs.ts'
import { alreadyHtml, type Html, html } from '../html.ts'
import type {
  ApiPart,
  FilledDocument,
  Filling,
  HtmlPart,
  Needs,
  OutlineEntry,
  Placeholder,
  WrittenDocument,
} from '../written-document.ts'
import { fillPicture } from './fill-pictures.ts'
import {
  fillCard,
  fillCoverLink,
  fillDate,
  fillFile,
  fillLink,
  fillMention,
  fillSearch,
  fillWords,
} from './fill-placeholders.ts'

/** Of reusable content in reusable content, in places and in letters: each may be included many times. */
const DEEPEST = 8
const MOST_INCLUDES = 500
const MOST_LETTERS = 8_000_000
/** All of them are named in a header of the answer. */
const MOST_SERVERS = 30

/** Where in the page something is filled in. */
type Spot = { around: readonly string[]; idOf(id: string): string; isOutlined: boolean }

/** The document as one reader gets it. */
export function fillIn(written: WrittenDocument, filling: Filling): FilledDocument {
  const outline: OutlineEntry[] = []
  const needs: Needs = { mermaid: false, maths: false }
  const servers = new Set<string>()
  const anchors = new Anchors()
  const sharedIds = otherIds(anchors)
  let [includes, letters] = [0, 0]
  eachPlaceholder(written.parts, (placeholder) => {
    if (placeholder.placeholder === 'id') anchors.reserve(placeholder.id)
  })
  const text = writeDocument(written, { around: [], idOf: (id) => id, isOutlined: true })
  return {
    html: alreadyHtml(text),
    outline,
    needs: servers.size > 0 ? { ...needs, servers: [...servers].slice(0, MOST_SERVERS) } : needs,
  }

  function writeDocument(document: WrittenDocument, spot: Spot): string {
    needs.mermaid ||= document.needs.mermaid
    needs.maths ||= document.needs.maths
    for (const server of document.needs.servers ?? []) servers.add(server)
    return writeParts(document.parts, spot)
  }

  function writeParts(parts: readonly HtmlPart[], spot: Spot): string {
    let out = ''
    for (const part of parts) out += typeof part === 'string' ? part : writePlaceholder(part, spot).text
    return out
  }

  function writePlaceholder(placeholder: Placeholder, spot: Spot): Html {
    const body = (parts: readonly HtmlPart[]) => alreadyHtml(writeParts(parts, spot))
    switch (placeholder.placeholder) {
      case 'link':
        return fillLink(filling, placeholder, body(placeholder.parts))
      case 'cover-link':
        return fillCoverLink(filling, placeholder)
      case 'card':
        return fillCard(filling, placeholder)
      case 'mention':
        return fillMention(filling, placeholder)
      case 'file':
        return fillFile(filling, placeholder, body(placeholder.caption))
      case 'picture':
        return fillPicture(filling, placeholder)
      case 'include':
        return include(placeholder, spot)
      case 'id':
        return claim(placeholder, spot)
      case 'date':
        return fillDate(filling, placeholder)
      case 'search':
        return fillSearch(filling, placeholder)
      case 'words':
        return fillWords(filling, placeholder)
      case 'api':
        return describe(placeholder, spot)
      case 'integration':
        return drawn(placeholder, body(placeholder.parts))
      case 'drawable': {
        const instead = body(placeholder.parts)
        return filling.drawable?.(placeholder.source, instead) ?? instead
      }
      default:
        return placeholder satisfies never
    }
  }

  function drawn({ block }: Extract<Placeholder, { placeholder: 'integration' }>, instead: Html): Html {
    return filling.integration?.(block, instead) ?? instead
  }

  function claim({ id, isShared, heading }: Extract<Placeholder, { placeholder: 'id' }>, spot: Spot): Html {
    const own = isShared ? sharedIds(id) : spot.idOf(id)
    if (heading && spot.isOutlined) outline.push({ id: own, ...heading })
    return html`${own}`
  }

  function describe({ ref, part, parts }: Extract<Placeholder, { placeholder: 'api' }>, spot: Spot): Html {
    const found = letters > MOST_LETTERS ? undefined : filling.api?.(ref, part)
    if (!found || 'problem' in found) {
      const box = alreadyHtml(writeParts(parts, spot))
      return found ? html`${box}<p class="api-problem">${found.problem}</p>` : box
    }
    const text = writeDocument(found, { ...spot, idOf: otherIds(anchors) })
    letters += text.length
    return alreadyHtml(text)
  }

  function include({ ref, isOutlined }: Extract<Placeholder, { placeholder: 'include' }>, spot: Spot): Html {
    const name = JSON.stringify(ref)
    const isTooMuch = spot.around.length >= DEEPEST || includes >= MOST_INCLUDES || letters > MOST_LETTERS
    if (isTooMuch || spot.around.includes(name)) return html``
    const document = filling.include?.(ref)
    if (!document) return html``
    includes += 1
    const inner = {
      around: [...spot.around, name],
      idOf: otherIds(anchors),
      isOutlined: spot.isOutlined && isOutlined,
    }
    const text = writeDocument(document, inner)
    letters += text.length
    return alreadyHtml(text)
  }
}

/** Ids of content that is included give way to those of the page, and to what was included before. */
function otherIds(anchors: Anchors) {
  const given = new Map<string, string>()
  return (id: string) => {
    const known = given.get(id) ?? anchors.unique(id)
    given.set(id, known)
    return known
  }
}

/** What has to be known before a document can be filled in. Each reference is there once. */
export function refsIn({ parts }: WrittenDocument): ContentRef[] {
  const refs = new Map<string, ContentRef>()
  eachPlaceholder(parts, (placeholder) => {
    if ('ref' in placeholder) refs.set(JSON.stringify(placeholder.ref), placeholder.ref)
    if (placeholder.placeholder === 'picture' && placeholder.dark)
      refs.set(JSON.stringify(placeholder.dark), placeholder.dark)
  })
  return [...refs.values()]
}

/** Ids that nothing else on the page gets. */
export function idsIn({ parts }: WrittenDocument): string[] {
  const ids: string[] = []
  eachPlaceholder(parts, (placeholder) => {
    if (placeholder.placeholder === 'id') ids.push(placeholder.id)
  })
  return ids
}

/** The names by which links should lead to places in it. */
export function anchorsIn({ parts }: WrittenDocument): string[] {
  const ids: string[] = []
  eachPlaceholder(parts, (placeholder) => {
    if (placeholder.placeholder === 'id' && !placeholder.isOther && !placeholder.id.includes(':'))
      ids.push(placeholder.id)
  })
  return [...new Set(ids)]
}

/** Each part of an API description that is requested, once. */
export function apisIn({ parts }: WrittenDocument): { ref: ContentRef; part: ApiPart }[] {
  const found = new Map<string, { ref: ContentRef; part: ApiPart }>()
  eachPlaceholder(parts, (placeholder) => {
    if (placeholder.placeholder === 'api')
      found.set(JSON.stringify([placeholder.ref, placeholder.part]), placeholder)
  })
  return [...found.values()]
}

/** Names of the integrations that draw something in it. */
export function integrationsIn({ parts }: WrittenDocument): Set<string> {
  const names = new Set<string>()
  eachPlaceholder(parts, (placeholder) => {
    if (placeholder.placeholder === 'integration') names.add(placeholder.block.integration)
  })
  return names
}

/** Whether there is something in it that some integration may draw. */
export function hasDrawables({ parts }: WrittenDocument): boolean {
  let isThere = false
  eachPlaceholder(parts, (placeholder) => {
    isThere ||= placeholder.placeholder === 'drawable'
  })
  return isThere
}

function eachPlaceholder(parts: readonly HtmlPart[], visit: (placeholder: Placeholder) => void): void {
  for (const part of parts) {
    if (typeof part === 'string') continue
    visit(part)
    if ('parts' in part) eachPlaceholder(part.parts, visit)
    if (part.placeholder === 'file') eachPlaceholder(part.caption, visit)
  }
}
