// Blocks of code: the text as it is meant to be copied, and the language wherever a highlighter wrote it down.
import type { Block, CodeLine } from '../../../markdown/document.ts'
import { text } from '../../../markdown/nodes.ts'
import { inWords, LIMITS } from '../../limits.ts'
import { Refusal } from '../../refusal.ts'
import { attribute, classesOf, type Element, findElement, hasClass, isElement, type Node } from './tree.ts'

/** Numbers of lines, and what is beside them. */
const GUTTER = [
  'gutter',
  'linenos',
  'lineno',
  'linenodiv',
  'hljs-ln-numbers',
  'line-numbers-rows',
  'lineNumber',
  'rouge-gutter',
]
const LINES = new Set(['div', 'p', 'tr', 'li'])

export function codeBlock(node: Element, around: readonly Element[] = []): Block {
  const pre = node.name === 'pre' ? node : (findElement(node, ({ name }) => name === 'pre') ?? node)
  const code = findElement(pre, ({ name }) => name === 'code')
  const syntax = languageOf([...(code ? [code] : []), pre, node, ...around])
  const title = titleOf([pre, node, ...around])
  return codeOf(sourceOf(pre.children), { ...(syntax && { syntax }), ...(title && { title }) })
}

export function codeOf(source: string, data: { syntax?: string; title?: string } = {}): Block {
  const lines = source
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replace(/^\n/, '')
    .trimEnd()
    .split('\n')
  if (lines.length > LIMITS.lines)
    throw new Refusal(
      'too_large',
      `a page of it has code of ${inWords(lines.length)} lines; at most ${inWords(LIMITS.lines)} are imported`,
      { lines: lines.length, most: LIMITS.lines },
    )
  return { object: 'block', type: 'code', data, nodes: lines.map(lineOf) }
}

function lineOf(content: string): CodeLine {
  return { object: 'block', type: 'code-line', data: {}, nodes: [text(content)] }
}

function sourceOf(nodes: readonly Node[]): string {
  const pieces: string[] = []
  const put = (piece: string) => {
    if (piece !== '') pieces.push(piece)
  }
  const take = (node: Node) => {
    if (!isElement(node)) put(node)
    else if (node.name === 'br') put('\n')
    else if (!hasClass(node, ...GUTTER) && attribute(node, 'data-line-number') === undefined) {
      node.children.forEach(take)
      // A line that is an element ends where the element does, unless it says so itself.
      if (LINES.has(node.name) && !pieces.at(-1)?.endsWith('\n')) put('\n')
    }
  }
  nodes.forEach(take)
  return pieces.join('')
}

const LANGUAGE_CLASS =
  /^(?:language|lang|highlight-source|highlight-text|highlight|brush|src)-(?!default$|with|notranslate)([\w+#.-]+)$/i
const NOT_LANGUAGES = new Set([
  'none',
  'text',
  'plain',
  'plaintext',
  'plain-text',
  'plain text',
  'nohighlight',
  'txt',
  'default',
  'notranslate',
])

function languageOf(elements: readonly Element[]): string | undefined {
  for (const node of elements) {
    const said = attribute(node, 'data-lang') ?? attribute(node, 'data-language') ?? brushOf(node)
    const classes = classesOf(node)
    const named = classes.flatMap((name) => LANGUAGE_CLASS.exec(name)?.[1] ?? [])[0]
    const beside =
      classes.includes('hljs') || classes.includes('sourceCode') ? besideMarker(classes) : undefined
    const language = (said ?? named ?? beside)?.toLowerCase()
    if (language !== undefined && /^[\w+#. -]{1,40}$/.test(language))
      return NOT_LANGUAGES.has(language) ? undefined : language.replaceAll(' ', '-')
  }
}

/** `hljs js`, `sourceCode python`. */
function besideMarker(classes: string[]) {
  return classes.find((name) => !/^(?:hljs|sourceCode|numberSource|numberLines|copyable)$|[-_]/.test(name))
}

/** Confluence: `brush: java; gutter: false`. */
function brushOf(node: Element) {
  const parameters = attribute(node, 'data-syntaxhighlighter-params') ?? attribute(node, 'class') ?? ''
  return /(?:^|[;\s])brush:\s*([\w+#.-]+)/.exec(parameters)?.[1]
}

function titleOf(elements: readonly Element[]) {
  for (const node of elements) {
    const title =
      attribute(node, 'data-title') ?? attribute(node, 'data-filename') ?? attribute(node, 'title')
    if (title?.trim()) return title.trim().slice(0, 200)
  }
}
