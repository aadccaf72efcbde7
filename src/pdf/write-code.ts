import type { Code } from '../markdown/document.ts'
import { inlineText } from '../markdown/nodes.ts'
import type { Desk } from './desk.ts'

export function writeCode({ ink }: Desk, block: Code): string {
  const { syntax = '', title, lineNumbers } = block.data
  const text = block.nodes.map((line) => parted(inlineText(line.nodes))).join('\n')
  const marked = block.nodes.flatMap((line, at) => (line.data.highlighted ? [`${at + 1},`] : []))
  const options = [
    ...(title ? [`title:${ink.words(title)}`] : []),
    ...(lineNumbers ? ['numbers:true'] : []),
    ...(marked.length > 0 ? [`marked:(${marked.join('')})`] : []),
  ]
  return `code-block(${[languageName(syntax), ink.literal(text), ...options].join(',')})`
}

const LONGEST_WORD = 60

/** A word that is longer than the page is wide can be parted: what runs out of the frame is lost on paper. */
function parted(line: string) {
  return line.length > LONGEST_WORD ? line.replace(/\S{60}(?=\S)/gu, '$&\u200b') : line
}

function languageName(syntax: string) {
  const [name = ''] = /^[\w+#-]+/.exec(syntax.toLowerCase()) ?? []
  return name === '' ? '"text"' : `"${name}"`
}
