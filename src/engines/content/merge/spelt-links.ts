// A text with its links apart: how each is spelt, and what it leads to from where the text stands.
import { findLinks, type PlacedLink } from '../../markdown/links.ts'
import { aligned } from '../diff/aligned.ts'
import { type LinkContext, nameOf, tailOf } from '../links/relink.ts'
import { type ResolvedLink, resolveTargets } from '../links/resolve.ts'

export type SpeltLink = PlacedLink & {
  /** The characters of its target. */
  spelt: string
  meant: ResolvedLink
  /** Equal for links that lead to the same place inside the space. */
  destination: string
}

export type SpeltText = {
  text: string
  context?: LinkContext
  /** Those that lead into the space: the others have nothing to follow. */
  links: SpeltLink[]
  lines: SpeltLine[]
}

/** A line with destinations in place of targets, and the links in it. */
type SpeltLine = { meaning: string; links: SpeltLink[] }

export async function speltText(text: string, context: LinkContext | undefined): Promise<SpeltText> {
  if (!context) return { text, links: [], lines: linesOf(text, []) }
  const found = findLinks(text)
  const targets = found.map(({ target }) => target)
  const resolved = await resolveTargets(context.view, context.from, targets)
  const links = found.flatMap((link): SpeltLink[] => {
    const meant = resolved.get(link.target)
    const name = meant && nameOf(meant)
    if (!meant || !name) return []
    const spelt = text.slice(link.from, link.to)
    return [{ ...link, spelt, meant, destination: name + tailOf(link.target) }]
  })
  return { text, context, links, lines: linesOf(text, links) }
}

/** The text with something else in place of each target. */
export function withSpellings({ text, links }: SpeltText, spellingOf: (link: SpeltLink) => string) {
  let out = ''
  let at = 0
  for (const link of links) {
    out += text.slice(at, link.from) + spellingOf(link)
    at = link.to
  }
  return out + text.slice(at)
}

function linesOf(text: string, links: readonly SpeltLink[]): SpeltLine[] {
  const lines: SpeltLine[] = []
  let next = 0
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g)) {
    const here: SpeltLink[] = []
    for (let link = links[next]; link && link.from < index + line.length; link = links[++next])
      here.push(link)
    const inLine = here.map((link) => ({ ...link, from: link.from - index, to: link.to - index }))
    // What no text can hold keeps a destination apart from the same letters in a text.
    const meaning = withSpellings(
      { text: line, links: inLine, lines: [] },
      (link) => `\0${link.destination}\0`,
    )
    // The last line of a text may be the one without an end.
    lines.push({ meaning: meaning.trimEnd(), links: here })
  }
  return lines
}

/** The lines of both texts that say the same and lead to the same places. */
export function sameLines(a: SpeltText, b: SpeltText): [SpeltLine, SpeltLine][] {
  const meanings = ({ lines }: SpeltText) => lines.map(({ meaning }) => meaning)
  return aligned(meanings(a), meanings(b)).same.flatMap(([inA, inB]): [SpeltLine, SpeltLine][] => {
    const [one, other] = [a.lines[inA], b.lines[inB]]
    return one && other ? [[one, other]] : []
  })
}
