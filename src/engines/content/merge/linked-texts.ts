// Texts in which links have names: two sides that rewrote the same link because its page moved have changed nothing
// about it, and a line that both kept is the same line on both. A name stands for one spelling of one link, so that
// every line gets back the characters it had.
import { spell } from '../../markdown/links.ts'
import { relativeTarget } from '../links/paths.ts'
import { fileMeant, isStill, tailOf } from '../links/relink.ts'
import { resolveTargets, type Standpoint, standpointsOf } from '../links/resolve.ts'
import type { RevisionView } from '../nodes/revision.ts'
import { type SpeltLink, type SpeltText, sameLines, speltText, withSpellings } from './spelt-links.ts'
import type { Sides } from './types.ts'

type Three = Record<'base' | 'ours' | 'theirs', RevisionView>

/** One spelling of a link, and how it had to be written instead where something had moved. */
type Named = SpeltLink[]

/** The links of the texts of one merge. */
export function linkedTexts(three: Three) {
  const names = new Map<string, number>()
  const links: Named[] = []
  let scheme = 'quire-link:'

  function nameFor(id: string, origin: SpeltLink, link: SpeltLink) {
    const { destination, form, inTable, spelt } = origin
    const key = JSON.stringify([id, destination, form, inTable, spelt])
    const number = names.get(key) ?? links.length
    names.set(key, number)
    links[number] ??= [origin]
    if (link !== origin) links[number].push(link)
    return `${scheme}${number}`
  }

  return {
    async named(texts: Map<string, Sides<string>>) {
      while (isInAny(texts, scheme)) scheme = `x-${scheme}`
      const named = new Map<string, Sides<string>>()
      for (const [id, sides] of texts) {
        const { base, ours, theirs } = await speltSides(three, id, sides)
        const origins = await originsOf(base, ours, theirs)
        const withNames = (side: SpeltText) =>
          withSpellings(side, (link) => nameFor(id, origins.get(link) ?? link, link))
        named.set(id, {
          ...sides,
          ...(sides.base !== undefined && { base: withNames(base) }),
          ...(sides.ours !== undefined && { ours: withNames(ours) }),
          ...(sides.theirs !== undefined && { theirs: withNames(theirs) }),
        })
      }
      return named
    },

    /** Texts with targets again: as they were spelt, where that still leads there. */
    async texts(placed: RevisionView, named: Map<string, string>) {
      const texts = new Map<string, string>()
      const standpoints = await standpointsOf(placed, [...named.keys()])
      const pattern = new RegExp(`${scheme}(\\d+)`, 'g')
      for (const [id, text] of named) {
        const from = standpoints.get(id)
        if (!from) continue
        // Not only where links are found: what one side put around the lines of the other may have made them code.
        const used = new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)))
        const spellings = await spellingsOf(placed, from, links, used)
        texts.set(
          id,
          text.replace(pattern, (name, number) => spellings.get(Number(number)) ?? name),
        )
      }
      return texts
    },
  }
}

function isInAny(texts: Map<string, Sides<string>>, wanted: string) {
  return [...texts.values()].some((sides) => Object.values(sides).some((text) => text?.includes(wanted)))
}

async function speltSides(three: Three, id: string, sides: Sides<string>) {
  const spelt = async (side: keyof Three) => {
    const from = (await standpointsOf(three[side], [id])).get(id)
    return speltText(sides[side] ?? '', from && { view: three[side], from })
  }
  return { base: await spelt('base'), ours: await spelt('ours'), theirs: await spelt('theirs') }
}

/** For links that nobody changed, though they may be spelt in another way: the ones they were, by the ones they are. */
async function originsOf(base: SpeltText, ours: SpeltText, theirs: SpeltText) {
  const origins = new Map<SpeltLink, SpeltLink>()
  const known = new Set<object>()
  for (const side of [ours, theirs]) {
    const hadTo = await respelt(base, side)
    for (const [before, now] of sameLines(base, side)) {
      known.add(now)
      now.links.forEach((link, at) => {
        const origin = before.links[at]
        if (origin && (origin.spelt === link.spelt || hadTo(origin))) origins.set(link, origin)
      })
    }
  }
  // A line that both put in leads to the same places, from wherever it stands on each side.
  for (const [mine, yours] of sameLines(ours, theirs)) {
    if (known.has(mine) || known.has(yours)) continue
    yours.links.forEach((link, at) => {
      const origin = mine.links[at]
      if (origin) origins.set(link, origin)
    })
  }
  return origins
}

/** Which links of the base would lead elsewhere on this side, had they stayed as they were. */
async function respelt(base: SpeltText, { context }: SpeltText) {
  const targets = base.links.map(({ target }) => target)
  const means = context ? await resolveTargets(context.view, context.from, targets) : new Map()
  return ({ meant, target }: SpeltLink) => !isStill(meant, means.get(target))
}

async function spellingsOf(placed: RevisionView, from: Standpoint, links: Named[], used: Set<number>) {
  const targets = [...used].flatMap((number) => links[number] ?? []).map(({ target }) => target)
  const means = await resolveTargets(placed, from, targets)
  const spellings = new Map<number, string>()
  for (const number of used) {
    const [first, ...others] = links[number] ?? []
    if (!first) continue
    const right = [first, ...others].find(({ meant, target }) => isStill(meant, means.get(target)))
    const file = right ? undefined : await fileMeant(placed, first.meant)
    const fresh = file && spell(first, relativeTarget(from.file, file) + tailOf(first.target))
    spellings.set(number, right?.spelt ?? fresh ?? first.spelt)
  }
  return spellings
}
