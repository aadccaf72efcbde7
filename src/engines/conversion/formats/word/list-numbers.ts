// Which number a paragraph of a list has in Word: lists go on counting after what is between their items.
import { Parser } from 'htmlparser2'

/** What a paragraph says of its place in a list: the list and how deep in it, or only a style that belongs to one. */
export type ListPosition = { numId?: string; level?: number; style?: string }

/** The number of a paragraph, if it has one. To be asked in the order of the document. */
export type Counting = (place: ListPosition) => number | undefined

type Numbering = {
  /** Of each list, what it is made after. */
  kinds: Map<string, string>
  /** The first number of a level, by `kind/level` and `list:level`. */
  starts: Map<string, number>
  /** Lists that begin anew though others of their kind came before. */
  fresh: Set<string>
  /** Kind and level of the paragraphs of a style. */
  styles: Map<string, { kind: string; level: number }>
}

/** Word has nine. */
const DEEPEST = 8

export function openCounting(numberingXml: string): Counting {
  const { kinds, starts, fresh, styles } = readNumbering(numberingXml)
  const counts = new Map<string, number[]>()
  return ({ numId = '', level: said, style = '' }) => {
    // In the order in which mammoth looks for them.
    const styled = numId === '' || said === undefined ? styles.get(style) : undefined
    const kind = styled?.kind ?? kinds.get(numId)
    const level = styled?.level ?? levelAt(said)
    if (kind === undefined) return
    const start = starts.get(`${numId}:${level}`) ?? starts.get(`${kind}/${level}`) ?? 1
    // Lists of one kind share their numbers.
    const key = !styled && fresh.has(numId) ? `${numId}:` : `${kind}/`
    const count = (counts.get(key) ?? []).slice(0, level + 1)
    const number = (count[level] ?? start - 1) + 1
    count[level] = number
    counts.set(key, count)
    return number
  }
}

function levelAt(said = 0) {
  return Math.min(Math.max(Math.trunc(said) || 0, 0), DEEPEST)
}

function readNumbering(source: string): Numbering {
  const numbering: Numbering = { kinds: new Map(), starts: new Map(), fresh: new Set(), styles: new Map() }
  let kind = ''
  let list = ''
  let level = ''
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const value = attributes['w:val'] ?? ''
        if (name === 'w:abstractNum') kind = attributes['w:abstractNumId'] ?? ''
        else if (name === 'w:num') list = attributes['w:numId'] ?? ''
        else if (name === 'w:lvl' || name === 'w:lvlOverride') level = attributes['w:ilvl'] ?? '0'
        else if (name === 'w:start' && list === '') numbering.starts.set(`${kind}/${level}`, Number(value))
        else if (name === 'w:pStyle' && list === '')
          numbering.styles.set(value, { kind, level: levelAt(Number(level)) })
        else if (name === 'w:abstractNumId') numbering.kinds.set(list, value)
        else if (name === 'w:startOverride') {
          numbering.starts.set(`${list}:${level}`, Number(value))
          numbering.fresh.add(list)
        }
      },
      onclosetag(name) {
        if (name === 'w:num') list = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(source)
  return numbering
}
