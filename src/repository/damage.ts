import { CONTAINER, looker, tagLine } from '../markdown/lines.ts'
import type { Problem } from './problems.ts'

// Tags that nobody closed or opened, tags nobody knows, code that never ends. All of it is kept; the report tells where.

/** Tags that have to be closed. */
const PAIRED = new Set([
  ...[
    'hint',
    'tabs',
    'tab',
    'code',
    'columns',
    'column',
    'content-ref',
    'stepper',
    'step',
    'updates',
    'update',
  ],
  ...['if', 'prompt', 'openapi', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
  ...['swagger', 'swagger-description', 'swagger-parameter', 'swagger-response'],
  ...['api-method', 'api-method-summary', 'api-method-description', 'api-method-spec', 'api-method-request'],
  ...['api-method-path-parameters', 'api-method-query-parameters', 'api-method-form-data-parameters'],
  ...['api-method-body-parameters', 'api-method-headers', 'api-method-parameter', 'api-method-response'],
  ...['api-method-response-example', 'api-method-response-example-description'],
])

/** Tags that stand alone; some of them may have a closing tag to hold a caption. */
const SINGLE = new Set(['include', 'page-ref', 'embed', 'file'])

type Opened = { name: string; line: number }

/** The damage in a body that begins `linesBefore` lines below the top of its file. */
export function damageIn(body: string, linesBefore: number): Problem[] {
  const problems: Problem[] = []
  const tell = (kind: string, message: string, line: number) => {
    problems.push({ kind, message, line: line + linesBefore + 1 })
  }
  const tags = tagWatch(tell)
  const lookAt = looker()
  let skippedFrom: number | undefined
  const lines = body.split(/\r\n|\n|\r/)
  for (const [number, line] of lines.entries()) {
    const inside = insideOf(line)
    if (lookAt(line, inside.charAt(0)) === 'skip') {
      skippedFrom ??= number
      continue
    }
    // The line that begins a comment or preformatted text is not skipped itself.
    skippedFrom = inside.startsWith('<') ? number : undefined
    const tag = inside.startsWith('{%') ? tagLine(inside) : undefined
    if (tag) tags.see(tag.name, tag.rest, number)
  }
  tags.end()
  // Were everything closed, one more line of text would be read as such.
  if (skippedFrom !== undefined && lookAt('text', 't') === 'skip')
    tellUnended(lines[skippedFrom] ?? '', skippedFrom, tell)
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** A line as it stands in its list item or quote. Most begin with a letter, and there is nothing to take off. */
function insideOf(line: string): string {
  return /^[a-zA-Z<{`\u0080-\uffff]/.test(line) ? line : line.replace(CONTAINER, '')
}

type Tell = (kind: string, message: string, line: number) => void

function tellUnended(line: string, number: number, tell: Tell): void {
  const inside = line.replace(CONTAINER, '')
  if (inside.startsWith('<!--'))
    tell('unclosed-comment', 'This comment never ends: `-->` is missing.', number)
  else if (inside.startsWith('<'))
    tell('unclosed-element', 'This `<pre>` never ends: `</pre>` is missing.', number)
  else
    tell('unclosed-code', 'This block of code never ends: the line that closes its fence is missing.', number)
}

function tagWatch(tell: Tell) {
  const open: Opened[] = []
  const counts = new Map<string, number>()
  const count = (name: string, more: number) => counts.set(name, (counts.get(name) ?? 0) + more)

  function drop({ name, line }: Opened) {
    count(name, -1)
    if (PAIRED.has(name))
      tell('unclosed-tag', `\`{% ${name} %}\` is never closed: \`{% end${name} %}\` is missing.`, line)
  }

  function close(name: string, line: number) {
    if (!counts.get(name)) {
      const message = `\`{% end${name} %}\` closes nothing: there is no \`{% ${name} %}\` before it.`
      tell('unopened-tag', message, line)
      return
    }
    for (let last = open.pop(); last; last = open.pop()) {
      if (last.name === name) {
        count(name, -1)
        return
      }
      drop(last)
    }
  }

  return {
    see(name: string, rest: string, line: number) {
      if (name.startsWith('end') && rest === '') {
        close(name.slice(3), line)
        return
      }
      const isKnown = PAIRED.has(name) || SINGLE.has(name) || /^@[^/]+\/./.test(name)
      if (!isKnown) tell('unknown-tag', `\`{% ${name} %}\` is not known; it is kept as it is.`, line)
      open.push({ name, line })
      count(name, 1)
    },
    end() {
      for (const each of open) drop(each)
    },
  }
}
