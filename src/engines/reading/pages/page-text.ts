// A page as one text in Markdown, as people and programs take it along: its title, what it is about, its body.
import { escapeHeading, escapeLines, escapeText } from '../../markdown/write/escape.ts'

type Head = { title: string; description?: string }

/** `more`: paragraphs between its head and its body. */
export function pageText({ title, description }: Head, body: string, more: readonly string[] = []): string {
  const about = oneLine(description ?? '')
  const parts = [
    `# ${titleIn(title)}`,
    ...(about === '' ? [] : [escapeLines(escapeText(about))]),
    ...more,
    bodyBelow(title, body),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** A body that begins with the title of its page does not have it twice. */
export function bodyBelow(title: string, body: string): string {
  const [line = '', words = ''] = /^\s*#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\n|$)/.exec(body) ?? []
  const isTitle = line !== '' && [oneLine(title), titleIn(title)].includes(words.trim())
  return (isTitle ? body.slice(line.length) : body).replace(/^(?:[ \t]*\n)+|\s+$/g, '')
}

function titleIn(title: string) {
  return escapeHeading(escapeText(oneLine(title)))
}

function oneLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}
