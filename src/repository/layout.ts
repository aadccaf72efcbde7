import { type Document, isMap } from 'yaml'
import { DEFAULT_LAYOUT, type Layout } from '../content/records.ts'
import { entriesOf, isNothing, scalarOf, textOf, type YamlEntry } from './yaml-read.ts'
import type { YamlValue } from './yaml-spell.ts'

// The frontmatter's `layout`. It has more than the model: what the model lacks stays in the text.

/** In the order in which a new one is written. */
export const LAYOUT_PATHS: [field: keyof Layout, ...path: string[]][] = [
  ['width', 'layout', 'width'],
  ['title', 'layout', 'title', 'visible'],
  ['description', 'layout', 'description', 'visible'],
  ['tableOfContents', 'layout', 'tableOfContents', 'visible'],
  ['outline', 'layout', 'outline', 'visible'],
  ['pagination', 'layout', 'pagination', 'visible'],
  ['metadata', 'layout', 'metadata', 'visible'],
  ['cover', 'layout', 'cover', 'visible'],
  ['coverSize', 'layout', 'cover', 'size'],
]

type Tell = (kind: string, message: string, at: number) => void

export function readLayout(entry: YamlEntry, document: Document, tell: Tell): Layout | undefined {
  if (isNothing(entry.value)) return undefined
  if (!isMap(entry.value)) {
    tell('wrong-value', 'The layout has to be a map of settings such as `width: wide`.', entry.from)
    return undefined
  }
  const layout = { ...DEFAULT_LAYOUT }
  for (const each of entriesOf(entry.value, document)) {
    if (each.key === 'width') layout.width = widthOf(each, tell)
    else readPart(layout, each, document, tell)
  }
  return layout
}

function widthOf({ value, from }: YamlEntry, tell: Tell): Layout['width'] {
  const width = textOf(value)
  if (width === 'default' || width === 'wide') return width
  tell('wrong-value', `The width of a layout is \`default\` or \`wide\`, not \`${width ?? ''}\`.`, from)
  return 'default'
}

const PARTS = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
] as const

function readPart(layout: Layout, { key, value, from }: YamlEntry, document: Document, tell: Tell): void {
  const part = PARTS.find((name) => name === key)
  // Tags and actions can be shown and hidden as well; the model has no place for it.
  if (!part) return
  if (!isMap(value)) {
    tell('wrong-value', `\`${key}\` in a layout needs \`visible: true\` or \`false\` below it.`, from)
    return
  }
  for (const each of entriesOf(value, document)) {
    const set = scalarOf(each.value)
    if (each.key === 'visible' && typeof set === 'boolean') layout[part] = set
    else if (each.key === 'visible')
      tell('wrong-value', `\`visible\` is \`true\` or \`false\`, not \`${set ?? ''}\`.`, each.from)
    else if (each.key === 'size' && part === 'cover') layout.coverSize = set === 'hero' ? 'hero' : 'full'
  }
}

export function layoutValue(layout: Layout): YamlValue {
  const { width, cover, coverSize, ...parts } = layout
  const shown = (
    ['title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata'] as const
  ).map((part) => [part, { visible: parts[part] }] as const)
  return { width, ...Object.fromEntries(shown), cover: { visible: cover, size: coverSize } }
}
