// What callouts of other tools are here: the lines that begin and end a hint, an expandable or a tab.
import type { HintStyle } from '../document.ts'
import { own } from '../nodes.ts'
import { inSource, type Quoted, type SourceLine } from './source-line.ts'

const STYLES: Record<string, HintStyle> = {
  ...named(
    'info',
    'note info important abstract summary tldr question help faq example quote cite todo seealso',
  ),
  ...named('success', 'tip hint success check done'),
  ...named('warning', 'warning caution attention'),
  ...named('danger', 'danger error failure fail missing bug'),
}
/** Of VitePress: only how code is shown depends on them. */
const NO_BOXES = new Set(['code-group', 'raw', 'v-pre'])

export type Box = { begin: (string | Quoted)[]; end: string[] }

/** Words of the line that begins a box, and where they are in the source. */
export type Title = { words: string; at: number }

const NO_TITLE: Title = { words: '', at: 0 }

export function titleAt(line: SourceLine, words: string, column: number): Title {
  return { words, at: inSource(line, Math.max(0, line.text.indexOf(words, column))) }
}

/** `:::note Title` */
export function fencedBox(name: string, title: Title): Box | undefined {
  const kind = name.toLowerCase()
  if (kind === 'details') return expandable(title.words === '' ? { ...title, words: 'Details' } : title)
  if (NO_BOXES.has(kind)) return { begin: [], end: [] }
  const style = own(STYLES, kind)
  return style && hint(style, title)
}

/** `!!! note "Title"`, `??? note "Title"` */
export function indentedBox(sign: string, name: string, title: Title = NO_TITLE): Box {
  const kind = name.toLowerCase()
  if (sign === '!!!') return hint(own(STYLES, kind) ?? 'info', title)
  const words = title.words || kind.slice(0, 1).toUpperCase() + kind.slice(1)
  return expandable({ ...title, words }, sign === '???+')
}

export function tabBox(label: string): Box {
  return { begin: [`{% tab title="${label.replaceAll('"', "'")}" %}`], end: ['{% endtab %}'] }
}

export const TABS_BOX: Box = { begin: ['{% tabs %}'], end: ['{% endtabs %}'] }

function hint(style: HintStyle, { words, at }: Title): Box {
  const title = { before: '**', words: words.replaceAll('**', ''), after: '**', at }
  return {
    begin: [`{% hint style="${style}" %}`, ...(words === '' ? [] : [title, ''])],
    end: ['{% endhint %}'],
  }
}

function expandable({ words, at }: Title, isOpen = false): Box {
  const title = { before: '<summary>', words: words.replaceAll('<', '&lt;'), after: '</summary>', at }
  return { begin: [isOpen ? '<details open>' : '<details>', '', title, ''], end: ['', '</details>'] }
}

function named(style: HintStyle, names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, style]))
}
