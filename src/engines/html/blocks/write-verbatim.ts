import type { Paragraph } from '../../markdown/document.ts'
import { parseHtml } from '../../markdown/html/html-tree.ts'
import { verbatimSource } from '../../markdown/nodes.ts'
import { html } from '../html.ts'
import { type Markup, NOTHING } from '../markup.ts'
import { writeElements } from './write-elements.ts'
import { type HtmlSpot, inside, type WriteState } from './write-state.ts'

// Source without a meaning in the model: tags that only some readers know, and elements of HTML.

const TAG = /^\s*\{%.*%\}\s*$/s
const LONGEST = 200_000

/** Undefined when a paragraph is none of these. */
export function writeVerbatim(state: WriteState, block: Paragraph, spot: HtmlSpot): Markup | undefined {
  const source = verbatimSource(block)
  if (source === undefined) return undefined
  // A tag that nobody knows says nothing to a reader.
  if (TAG.test(source)) return NOTHING
  if (!/^\s*<[!?/a-z]/i.test(source)) return undefined
  if (source.length > LONGEST) return html`<pre><code>${source}</code></pre>`
  return writeElements(state, parseHtml(source.trim()), { spot: inside(spot), holdsBlocks: true })
}
