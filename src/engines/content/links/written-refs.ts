// How references are spelt in a text. A document tells what they lead to and not how that is written: one that was
// there before is found again by its place among the others, and keeps its spelling.
import type { JSONDocument } from '../../markdown/document.ts'
import { linksIn } from '../../markdown/links.ts'
import { mapRefs, type RefHolder } from '../../markdown/model/refs.ts'
import { plainTarget } from '../../markdown/write/markdown-writer.ts'
import { aligned } from '../diff/aligned.ts'
import { groupBy } from '../groups.ts'
import type { ContentRef } from '../records.ts'

/** A reference of a document: what it leads to, and what it is told by among those that lead there too. */
type DocumentRef = { ref: ContentRef; key: string; label: string }

export type WrittenRefs = ReturnType<typeof writtenRefs>

/** All targets of a text: those of its document, and those that are in none. */
export function targetsOf(text: string, document: JSONDocument): Set<string> {
  const inDocument = placesIn(document).map(({ ref }) => plainTarget(ref))
  return new Set([...linksIn(text).map(({ target }) => target), ...inDocument])
}

/** The references of a text by its document and by what each of its targets means. */
export function writtenRefs(document: JSONDocument, meanings: ReadonlyMap<string, ContentRef>) {
  const keys = new Map([...meanings].map(([target, ref]) => [target, keyOf(ref)]))
  const spellings = groupBy(keys.keys(), (target) => keys.get(target) ?? '')
  const firstOf = (key: string | undefined) => spellings.get(key ?? '')?.[0]

  return {
    firstOf,
    /** As a link that was not there may be written: a query is one link's own. */
    usualOf: (key: string) => spellings.get(key)?.find((target) => !target.includes('?')),
    /** Equal for targets that mean the same. */
    meaningOf: (target: string) => firstOf(keys.get(target)) ?? target,
    /** The references of another document in their order, with targets for those that the text has. */
    spellingsOf(wanted: JSONDocument): (DocumentRef & { target?: string })[] {
      const before = placesIn(document).map((place) => {
        const target = plainTarget(place.ref)
        return { ...place, target, key: keys.get(target) ?? place.key }
      })
      const after = placesIn(wanted)
      const origins = originsOf(before, after)
      return after.map((place, at) => ({ ...place, target: before[origins.get(at) ?? -1]?.target }))
    },
  }
}

function keyOf(ref: ContentRef) {
  return JSON.stringify(Object.entries(ref).sort())
}

function placesIn(document: JSONDocument): DocumentRef[] {
  const places: DocumentRef[] = []
  mapRefs(document, (ref, _, holder) => {
    places.push({ ref, key: keyOf(ref), label: labelOf(holder) })
    return ref
  })
  return places
}

const LABELS = new Set(['text', 'alt', 'caption', 'label', 'row', 'column'])

/** The words of a link, the description of an image, the name of a cell: not `meta`, which a client may leave out. */
function labelOf(holder: RefHolder): string {
  const words: string[] = []
  JSON.stringify(holder, (name, value: unknown) => {
    if (LABELS.has(name) && typeof value === 'string') words.push(value)
    return name === 'meta' ? undefined : value
  })
  return words.join(' ')
}

/** For places of one document the same ones of an earlier, by their numbers. */
function originsOf(before: readonly DocumentRef[], after: readonly DocumentRef[]): Map<number, number> {
  const nameOf = (place: DocumentRef | undefined) => `${place?.key} ${place?.label}`
  const { same, gaps } = aligned(before.map(nameOf), after.map(nameOf))
  const origins = new Map(same.map(([old, fresh]) => [fresh, old]))
  const taken = new Set(origins.values())
  const isLeft = (old: number) => !taken.has(old)
  const take = (fresh: number, old: number | undefined) => {
    if (old === undefined) return
    origins.set(fresh, old)
    taken.add(old)
  }
  // What moved to another block.
  const moved = groupBy([...before.keys()].filter(isLeft).reverse(), (old) => nameOf(before[old]))
  after.forEach((place, fresh) => {
    if (!origins.has(fresh)) take(fresh, moved.get(nameOf(place))?.pop())
  })
  // What has other words, between two that stayed.
  for (const gap of gaps) {
    const spare = groupBy(gap.before.filter(isLeft).reverse(), (old) => before[old]?.key ?? '')
    for (const fresh of gap.after)
      if (!origins.has(fresh)) take(fresh, spare.get(after[fresh]?.key ?? '')?.pop())
  }
  return origins
}
