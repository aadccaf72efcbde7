// Texts whose links are told by what they lead to, not by how that is written: two sides that rewrote the same link
// because its page moved have changed nothing about it, and a line that both kept is the same line on both.
import type { Sides } from '../../content/merge.ts'
import { relativeTarget } from '../../content/paths.ts'
import { type Resolved, resolveTargets, standpointsOf } from '../../content/resolve.ts'
import type { Reading } from '../../content/revision.ts'
import { linksIn, replaceTargets } from '../../markdown/links.ts'
import { fileMeant, nameOf, tailOf } from './relink.ts'

const SIDES = ['ours', 'theirs', 'base'] as const

/** No scheme of anybody else's. */
const NAME = 'quire-link:'

type Link = { meant: Resolved; tail: string; written: string[] }

/** The links of the texts of one merge. */
export function linkedTexts(three: Record<(typeof SIDES)[number], Reading>) {
  const links = new Map<string, Link>()

  async function nameLinks(reading: Reading, id: string, text: string) {
    const from = (await standpointsOf(reading, [id])).get(id)
    if (!from) return text
    const targets = linksIn(text).map(({ target }) => target)
    const resolved = await resolveTargets(reading, from, targets)
    return replaceTargets(text, (target) => {
      const meant = resolved.get(target)
      const name = meant && nameOf(meant)
      if (!meant || !name) return
      const key = `${NAME}${name}${tailOf(target)}`
      const link = links.get(key) ?? { meant, tail: tailOf(target), written: [] }
      links.set(key, { ...link, written: [...link.written, target] })
      return key
    })
  }

  return {
    async named(texts: Map<string, Sides<string>>) {
      const named = new Map<string, Sides<string>>()
      for (const [id, sides] of texts) {
        const result: Sides<string> = {}
        for (const side of SIDES) {
          const text = sides[side]
          if (text !== undefined) result[side] = await nameLinks(three[side], id, text)
        }
        named.set(id, result)
      }
      return named
    },

    /** Texts with targets again: as one of the sides wrote them, where that still leads there. */
    async texts(placed: Reading, named: Map<string, string>) {
      const texts = new Map<string, string>()
      const standpoints = await standpointsOf(placed, [...named.keys()])
      for (const [id, text] of named) {
        const from = standpoints.get(id)
        if (!from) continue
        const targets = new Map<string, string>()
        for (const { target } of linksIn(text)) {
          const link = links.get(target)
          if (link) targets.set(target, await targetOf(placed, from, link))
        }
        texts.set(
          id,
          replaceTargets(text, (target) => targets.get(target)),
        )
      }
      return texts
    },
  }

  async function targetOf(
    placed: Reading,
    from: { file: string; page?: string },
    { meant, tail, written }: Link,
  ) {
    const resolved = await resolveTargets(placed, from, written)
    const known = written.find((target) => {
      const now = resolved.get(target)
      return now && nameOf(now) === nameOf(meant)
    })
    if (known !== undefined) return known
    const file = await fileMeant(placed, meant)
    return file === undefined ? (written[0] ?? '') : relativeTarget(from.file, file) + tail
  }
}
