// Texts with the reusable contents that they include: what a page says to its readers is more than its own text.
import { fileOfReusable } from '../content/links/paths.ts'
import { resolveAllTargets, type Standpoint } from '../content/links/resolve.ts'
import { findEntries } from '../content/nodes/map.ts'
import type { RevisionView } from '../content/nodes/revision.ts'
import type { Hash, ReusableRecord } from '../content/records.ts'
import type { JSONDocument } from '../markdown/document.ts'
import type { Include } from '../markdown/sections.ts'

/** `included`: by what the includes in it say; `hasMissing`: some of them lead to nothing. */
export type ShownText = {
  text: string
  body: Hash | null
  /** Where it stands, for the links in it. */
  from?: Standpoint
  included: Map<string, IncludedText>
  hasMissing: boolean
}
export type IncludedText = ShownText & { id: string }

/**
 * Characters that one page takes in. They are in the index once for each page, and a thousand pages may include the same:
 * so these add 20 MB to it at most. A text for which there is no room is left out as a whole: cut somewhere, it could say
 * what was not meant for readers. What is included in practice has some hundred characters.
 */
const MOST_LETTERS = 20_000
/** Reusable content in reusable content, as on sites. */
const DEEPEST = 8

/** All texts that these include, and those that they include themselves, level by level. */
export async function withIncludedTexts(
  view: RevisionView,
  places: { text: string; body: Hash | null; from?: Standpoint }[],
): Promise<ShownText[]> {
  const all = places.map(
    ({ text, body, from }): ShownText => ({ text, body, from, included: new Map(), hasMissing: false }),
  )
  const known = new Map<string, IncludedText>()
  let level = all
  for (;;) {
    const including = level.flatMap((shown) => {
      const [from, targets] = [shown.from, includesIn(shown.text)]
      return from && targets.length > 0 ? [{ shown, from, targets }] : []
    })
    if (including.length === 0) return all
    const meanings = (await resolveAllTargets(view, including)).map((meant) =>
      [...meant].map(([target, to]) => ({ target, id: to.kind === 'reusable' ? to.reusable : '' })),
    )
    const ids = new Set(meanings.flat().map(({ id }) => id))
    const fresh = await readReusables(
      view,
      [...ids].filter((id) => id !== '' && !known.has(id)),
    )
    for (const shown of fresh) known.set(shown.id, shown)
    for (const [at, { shown }] of including.entries())
      for (const { target, id } of meanings[at] ?? []) {
        const found = known.get(id)
        if (found) shown.included.set(target, found)
        else shown.hasMissing = true
      }
    level = fresh
  }
}

async function readReusables({ nodes, root }: RevisionView, ids: string[]) {
  if (ids.length === 0) return []
  const found = await findEntries<ReusableRecord>(nodes, root.reusables, ids)
  await nodes.fetch([...found.values()].map(({ body }) => body))
  return [...found.values()].map((reusable) => {
    const text = nodes.text(reusable.body)
    const shown: IncludedText = {
      id: reusable.id,
      from: { file: fileOfReusable(reusable) },
      text: text.length > MOST_LETTERS ? '' : text,
      body: text.length > MOST_LETTERS ? null : reusable.body,
      included: new Map(),
      hasMissing: false,
    }
    return shown
  })
}

export function mayInclude(text: string): boolean {
  return /\{%\s*include/.test(text)
}

/** Perhaps more than are meant as such: in code they are none. */
function includesIn(text: string): string[] {
  return Array.from(text.matchAll(/\{%\s*include\s*"([^"\n]*)"/g), ([, target = '']) => target)
}

/** A text and all that are in it, each once. */
export function textsIn(shown: ShownText): ShownText[] {
  const all = new Set<ShownText>([shown])
  for (const one of all) for (const inner of one.included.values()) all.add(inner)
  return [...all]
}

/** Reads what is included where it stands, as far as there is room for it. */
export function includeOf(shown: ShownText, read: (shown: ShownText) => JSONDocument): Include {
  let left = MOST_LETTERS
  return includeIn(shown, [])

  function includeIn({ included }: ShownText, around: readonly ShownText[]): Include {
    return (target) => {
      const found = included.get(target)
      if (!found || found.text.length > left) return
      if (around.length >= DEEPEST || around.includes(found)) return
      left -= found.text.length
      return { document: read(found), include: includeIn(found, [...around, found]) }
    }
  }
}
