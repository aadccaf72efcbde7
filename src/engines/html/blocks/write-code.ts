import type { Code, CodeLine, InlineNode } from '../../markdown/document.ts'
import { isElementName } from '../../markdown/html/element-names.ts'
import { tagAt } from '../../markdown/html/html-tree.ts'
import { inlineText } from '../../markdown/nodes.ts'
import { attributeValue } from '../../markdown/read/attributes.ts'
import { codeInfo } from '../../markdown/read/code-info.ts'
import { colouredLines, type Run } from '../highlight.ts'
import { type Html, html } from '../html.ts'
import { sign } from '../icons.ts'
import { isTag } from '../inline-tags.ts'
import { languageNamed } from '../languages.ts'
import { attribute, type Markup, markup, partsOf, say } from '../markup.ts'
import type { Placeholder } from '../written-document.ts'
import { writeAnnotation } from './write-annotations.ts'
import { withMarks } from './write-inlines.ts'
import { type HtmlSpot, saidOf, type WriteState } from './write-state.ts'

/** Letters of code that an integration may draw; more is nothing to draw a picture of, and would be kept twice. */
const LONGEST_DRAWN = 32 * 1024

export function writeCode(state: WriteState, block: Code, spot: HtmlSpot): Markup {
  const { overflow, fullWidth } = block.data
  const info = codeInfo(block.data.syntax)
  const title = block.data.title ?? info.title
  const language = info.language.toLowerCase()
  const lines = block.nodes.map(lineText)
  if (language === 'mermaid') {
    state.needs.mermaid = true
    return html`<pre class="mermaid" dir="ltr">${lines.join('\n')}</pre>`
  }
  const coloured = colouredLines(lines, language, state.colours)
  if (coloured) state.colours -= lines.reduce((sum, line) => sum + line.length + 1, 0)
  const body = block.nodes.map((line, at) => {
    const runs = coloured?.[at] ?? [{ text: lines[at] ?? '', classes: '' }]
    const isMarked = line.data.highlighted || info.isMarked(at + 1)
    return writeLine(state, line, runs, { spot, isMarked, isLast: at === block.nodes.length - 1 })
  })
  const names = [
    'code-block',
    (block.data.lineNumbers ?? info.isNumbered) && 'numbered',
    overflow === 'wrap' && 'wrapped',
    fullWidth && 'full-width',
  ]
  const figure = markup`
    <figure class="${names.filter((name) => name).join(' ')}" data-copy-from dir="ltr">
      ${title && html`<figcaption class="code-title" dir="auto">${title}</figcaption>`}
      ${copyButton(say('copy'))}
      <pre tabindex="0"><code${attribute('data-language', info.language || undefined)}>${body}</code></pre>
      ${isFolded(block) && UNFOLD}
    </figure>`
  const code = lines.join('\n')
  if (!language || languageNamed(language) || code.length > LONGEST_DRAWN) return figure
  return { placeholder: 'drawable', source: { language, code }, parts: partsOf(figure) }
}

const MOST_UNFOLDED = 12

/** Code that is said to be expandable, and long enough for that. */
function isFolded(block: Code): boolean {
  const said = saidOf(block, 'expandable') ?? saidOf(block, 'data-expandable')
  return said !== undefined && said !== 'false' && block.nodes.length > MOST_UNFOLDED
}

/** Styles show all of the code once it is checked: that works without a script, and by keyboard. */
const UNFOLD = markup`<label class="unfold"><input type="checkbox" aria-label="${say('showAllLines')}">${sign('arrow')}</label>`

export function copyButton(label: Placeholder): Markup {
  return markup`<button type="button" class="copy" data-copy aria-label="${label}">${sign('copy')}</button>`
}

/** What is in a line, as it is copied. */
function lineText({ nodes }: CodeLine): string {
  return nodes.map(textOf).join('')
}

function textOf(node: InlineNode): string {
  if (isElementTag(node)) return ''
  if (node.object === 'text') return inlineText([node]).replaceAll('\n', ' ')
  if (node.type === 'expression') return `{{ ${node.data.expression.replaceAll('\n', ' ')} }}`
  return node.type === 'annotation' || node.type === 'link' ? node.nodes.map(textOf).join('') : ''
}

/** Where code is an element, there may be others in it. Of names that nobody knows the tag is code, as in `<name>`. */
function isElementTag(node: InlineNode): boolean {
  if (node.object !== 'text' || !isTag(node)) return false
  const tag = tagAt(inlineText([node]), 0)
  return !tag || isElementName(tag.name)
}

/** Every line is an element: numbers and marks are the work of styles. The end of a line is part of it. */
function writeLine(
  state: WriteState,
  line: CodeLine,
  runs: readonly Run[],
  { spot, isMarked, isLast }: { spot: HtmlSpot; isMarked: boolean; isLast: boolean },
): Markup {
  const take = takeFrom(runs)
  const words = (length: number) => html`${take(length).map(writeRun)}`
  const write = (node: InlineNode): Markup => {
    if (node.object === 'text')
      return node.leaves.map((leaf) => withMarks(leaf.marks, words(leaf.text.length)))
    const inner = words(textOf(node).length)
    if (node.type === 'annotation') return writeAnnotation(state, node, spot, inner)
    return node.type === 'expression' ? html`<span class="expression">${inner}</span>` : inner
  }
  const parts = linkedStretches(line.nodes).map(({ url, nodes }): Markup => {
    const inner = nodes.map(write)
    return url
      ? { placeholder: 'link', ref: { kind: 'url', url }, look: 'text', parts: partsOf(inner) }
      : inner
  })
  const name = isMarked ? 'line marked' : 'line'
  return markup`<span class="${name}">${parts}${isLast ? '' : '\n'}</span>`
}

/** What is in a line, with the addresses of `<a>` around some of it, and without tags. */
function linkedStretches(nodes: readonly InlineNode[]): { url?: string; nodes: InlineNode[] }[] {
  const stretches: { url?: string; nodes: InlineNode[] }[] = [{ nodes: [] }]
  for (const node of nodes) {
    if (!isElementTag(node)) {
      stretches.at(-1)?.nodes.push(node)
      continue
    }
    const tag = tagAt(inlineText([node]), 0)
    if (tag?.name !== 'a') continue
    const url = tag.isClosing ? undefined : attributeValue(tag.attributes, 'href')
    stretches.push({ ...(url && { url }), nodes: [] })
  }
  return stretches
}

/** Takes runs off the front, up to a number of letters; the last one is cut. */
function takeFrom(runs: readonly Run[]) {
  let [at, used] = [0, 0]
  return (letters: number): Run[] => {
    const taken: Run[] = []
    let left = letters
    for (let run = runs[at]; run && left > 0; run = runs[at]) {
      const text = run.text.slice(used, used + left)
      taken.push({ ...run, text })
      left -= text.length
      used += text.length
      if (used >= run.text.length) [at, used] = [at + 1, 0]
    }
    return taken
  }
}

function writeRun({ text, classes }: Run): Html {
  return classes === '' ? html`${text}` : html`<span class="${classes}">${text}</span>`
}
