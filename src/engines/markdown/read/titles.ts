// Titles of expandables, tabs and prompts, and paragraphs that are aligned. They are attributes and elements, in which there
// is no Markdown; people write it all the same. The parser of texts would take too much for it, as names of files and
// patterns have stars, underscores and backslashes too: only what can hardly be anything else is read here.
import type { InlineNode, Mark, PlainMark } from '../document.ts'
import { text as textNode } from '../nodes.ts'

const LONGEST = 1000

const CODE = /(?<!`)(?<ticks>`+)(?!`)(?<code>.*?[^`])\k<ticks>(?!`)/
/** A link or a picture. Behind a letter it may be code, as in `all[0](x)`; in it there may be a picture. */
const LINK =
  /(?:(?<picture>!)|(?<![\w\\]))\[(?<label>(?:!\[[^[\]]*\]\([^\s()]+\)|[^[\]])*)\]\((?:<(?<named>[^<>]+)>|(?<target>[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*))(?:\s+"[^"]*")?\)/
/** Words by themselves: not in `2*3*4`, nor in patterns like `*.js,*.ts`, `*a*.log` and those that begin or end with a folder. */
const MARKED =
  /(?<=^|[\s\p{Ps}\p{Pi}\p{Pd}"'])(?<sign>\*\*\*?|~~|\*(?!\.))(?![\s*~/,:;=|)])(?<words>(?:(?!\k<sign>).)*?[^\s*~/,;=|(])\k<sign>(?=$|[\s\p{Pe}\p{Pf}\p{Pd}"'、。，：；！？]|[.,:;!?…](?![\p{L}\p{N}]))/u
const FORMS = new RegExp(`${CODE.source}|${LINK.source}|${MARKED.source}`, 'gsu')

const MARKS: Readonly<Record<string, readonly PlainMark['type'][]>> = {
  '*': ['italic'],
  '**': ['bold'],
  '***': ['bold', 'italic'],
  '~~': ['strikethrough'],
}

/** Its Markdown read; what is marked already stays as it is. */
export function formatted(nodes: readonly InlineNode[]): InlineNode[] {
  return nodes.flatMap((node) => {
    if (node.object !== 'text' || node.meta) return [node]
    return node.leaves.flatMap((leaf) =>
      leaf.marks.length === 0 && leaf.text.length <= LONGEST
        ? read(leaf.text, [])
        : [{ ...node, leaves: [leaf] }],
    )
  })
}

/** Where there is no room for marks: the words alone. A picture without any stays as it is written. */
export function plainTitle(title: string): string {
  return wordsOf(formatted([textNode(title)])).trim() || title
}

function wordsOf(nodes: readonly InlineNode[]): string {
  let words = ''
  for (const node of nodes) {
    if (node.object === 'text') for (const { text } of node.leaves) words += text
    else if (node.type === 'link') words += wordsOf(node.nodes)
    else if (node.type === 'inline-image') words += node.data.alt ?? ''
  }
  return words
}

function read(text: string, marks: Mark[]): InlineNode[] {
  const nodes: InlineNode[] = []
  let done = 0
  for (const { 0: source, index, groups = {} } of text.matchAll(FORMS)) {
    if (index > done) nodes.push(textNode(text.slice(done, index), marks))
    nodes.push(...nodesOf(source, groups, marks))
    done = index + source.length
  }
  if (done < text.length) nodes.push(textNode(text.slice(done), marks))
  return nodes
}

function nodesOf(source: string, found: Partial<Record<string, string>>, marks: Mark[]): InlineNode[] {
  const { code, picture, label, sign = '', words = '' } = found
  if (code !== undefined)
    return [textNode(/^ .* $/.test(code) ? code.slice(1, -1) : code, [...marks, mark('code')])]
  if (label === undefined) return read(words, [...marks, ...(MARKS[sign] ?? []).map(mark)])
  const ref = { kind: 'url' as const, url: found.named ?? found.target ?? '' }
  if (picture)
    return [
      { object: 'inline', type: 'inline-image', data: { ref, ...(label && { alt: label }) }, isVoid: true },
    ]
  if (label === '') return [textNode(source, marks)]
  return [{ object: 'inline', type: 'link', data: { ref }, nodes: read(label, marks) }]
}

function mark(type: PlainMark['type']): Mark {
  return { object: 'mark', type }
}
