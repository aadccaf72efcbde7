import { DEFAULT_LAYOUT, type PageLayout } from '../content/records.ts'
import { own } from '../markdown/nodes.ts'
import { type Document, isMap } from './yaml/yaml-parse.ts'
import { entriesOf, isNothing, scalarOf, textOf, type YamlEntry } from './yaml/yaml-read.ts'
import { TRUE_OR_FALSE, wrongValue } from './yaml/yaml-say.ts'
import type { YamlValue } from './yaml/yaml-spell.ts'

// The frontmatter's `layout`. It has more than the model: what the model lacks stays in the text.

/** In the order in which a new one is written. */
export const LAYOUT_PATHS: [field: keyof PageLayout, ...path: string[]][] = [
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

export function readLayout(entry: YamlEntry, document: Document, tell: Tell): PageLayout | undefined {
  if (isNothing(entry.value)) return undefined
  if (!isMap(entry.value)) {
    tell(
      'wrong-value',
      wrongValue('layout', entry.value, 'a map of settings such as `width: wide`'),
      entry.from,
    )
    return undefined
  }
  const layout = { ...DEFAULT_LAYOUT }
  for (const each of entriesOf(entry.value, document)) {
    if (each.key === 'width') layout.width = widthOf(each, tell)
    else readPart(layout, each, document, tell)
  }
  return layout
}

function widthOf({ value, from }: YamlEntry, tell: Tell): PageLayout['width'] {
  const width = textOf(value)
  if (width === 'default' || width === 'wide') return width
  tell('wrong-value', wrongValue('layout.width', value, '`default` or `wide`'), from)
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
/** They can be shown and hidden as well; the model has no place for it. */
const OTHER_PARTS = ['tags', 'actions']
/** What a cover has besides. */
const COVER: Record<string, string[]> = { size: ['background', 'full', 'hero'], mask: ['none', 'radial'] }

function readPart(layout: PageLayout, { key, value, from }: YamlEntry, document: Document, tell: Tell): void {
  const part = PARTS.find((name) => name === key)
  const place = `layout.${key.slice(0, 100)}`
  if (!part && !OTHER_PARTS.includes(key)) {
    tell('unknown-key', `\`${place}\` in the frontmatter is not known; it is kept.`, from)
    return
  }
  if (!isMap(value)) {
    tell('wrong-value', wrongValue(place, value, '`visible: true` or `visible: false` below it'), from)
    return
  }
  for (const each of entriesOf(value, document)) {
    const set = scalarOf(each.value)
    const choices = key === 'cover' ? own(COVER, each.key) : undefined
    const inside = `${place}.${each.key.slice(0, 100)}`
    if (each.key === 'visible' && typeof set === 'boolean') {
      if (part) layout[part] = set
    } else if (each.key === 'visible')
      tell('wrong-value', wrongValue(inside, each.value, TRUE_OR_FALSE), each.from)
    else if (!choices)
      tell('unknown-key', `\`${inside}\` in the frontmatter is not known; it is kept.`, each.from)
    else if (!choices.includes(String(set)))
      tell('wrong-value', wrongValue(inside, each.value, `one of ${choices.join(', ')}`), each.from)
    if (each.key === 'size' && part === 'cover') layout.coverSize = set === 'hero' ? 'hero' : 'full'
  }
}

export function layoutValue(layout: PageLayout): YamlValue {
  const { width, cover, coverSize, ...parts } = layout
  const shown = (
    ['title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata'] as const
  ).map((part) => [part, { visible: parts[part] }] as const)
  return { width, ...Object.fromEntries(shown), cover: { visible: cover, size: coverSize } }
}
