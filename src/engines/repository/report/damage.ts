import { CONTAINER, looker, tagLine } from '../../markdown/engine/paired-lines.ts'
import { conditionTags, withoutComments } from '../../markdown/read/condition-tags.ts'
import { cellWatch, codeWatch, type Tell, tellDamagedTag, tellNested } from './misuse.ts'
import type { RepositoryProblem } from './problems.ts'

// Tags and elements that nobody closed or opened, tags nobody knows, code that never ends. All of it is kept; the report
// tells where.

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
export function damageIn(body: string, linesBefore: number): RepositoryProblem[] {
  const problems: RepositoryProblem[] = []
  const tell = (kind: string, message: string, line: number) => {
    problems.push({ kind, message, line: line + linesBefore + 1 })
  }
  const [tags, elements] = [tagWatch(tell), elementWatch(tell)]
  const [codes, cells] = [codeWatch(tell), cellWatch(tell)]
  const lookAt = looker()
  /** The line that began what is skipped. */
  let skippedFrom: number | undefined
  const lines = body.split(/\r\n|\n|\r/)
  for (const [number, line] of lines.entries()) {
    const inside = insideOf(line)
    if (lookAt(line, inside.charAt(0)) === 'skip') {
      skippedFrom ??= number
      codes.line(inside, true)
      continue
    }
    // The line that begins a comment or preformatted text is not skipped itself.
    skippedFrom = inside.startsWith('<') && isRaw(inside) ? number : undefined
    const tag = inside.startsWith('{%') ? tagLine(inside) : undefined
    if (tag) {
      tags.see(tag.name, tag.rest, number)
      codes.tag(tag.name, number)
    } else {
      codes.line(inside, false)
      for (const { name, rest } of conditionsIn(inside)) tags.see(name, rest, number)
    }
    if (!line.includes('<')) continue
    elements.see(line, number)
    cells.see(line, number)
  }
  tags.end()
  elements.end()
  // Were everything closed, one more line of text would be read as such.
  if (skippedFrom !== undefined && lookAt('text', 't') === 'skip') tellUnended(lines, skippedFrom, tell)
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** Conditions count in the middle of a line too. */
function conditionsIn(inside: string) {
  if (!inside.includes('{%')) return []
  const text = withoutComments(inside.replace(/`[^`]*`|\\\{%/g, (part) => ' '.repeat(part.length)))
  const tags = conditionTags(text)
  return tags.flatMap(({ name, expression = '' }) => (name === 'else' ? [] : [{ name, rest: expression }]))
}

/** A line as it is in its list item or quote. Most begin with a letter, and there is nothing to take off. */
function insideOf(line: string): string {
  return /^[a-zA-Z<{`\u0080-\uffff]/.test(line) ? line : line.replace(CONTAINER, '')
}

/** Begins a comment or preformatted text that goes on in the next line. */
function isRaw(inside: string): boolean {
  if (inside.startsWith('<!--')) return !inside.includes('-->', 4)
  return /^<pre[\s>]/i.test(inside) && !inside.includes('</pre>')
}

function tellUnended(lines: string[], number: number, tell: Tell): void {
  const inside = insideOf(lines[number] ?? '')
  if (inside.startsWith('<!--'))
    tell('unclosed-comment', 'This comment never ends: `-->` is missing.', number)
  else if (!inside.startsWith('<'))
    tell('unclosed-code', 'This block of code never ends: the line that closes its fence is missing.', number)
  else if (!lines.slice(number).some((line) => /<\/pre>/i.test(line)))
    tell('unclosed-element', unclosedElement('pre'), number)
}

function unclosedElement(name: string): string {
  return `\`<${name}>\` is never closed: \`</${name}>\` is missing.`
}

/** Without their ends, the first of these are shown as text; the others take the rest of the page with them. */
const ELEMENT = /<(\/?)(details|div|figure|picture|table|script|style|textarea)(?=[\s>/])(?!\s*\/>)/gi

/**
 * Only elements that a line begins with, outside lists: others may be examples. An end counts wherever it stands, as
 * browsers have it.
 */
function elementWatch(tell: Tell) {
  const open = new Map<string, { line: number; isFirst: boolean }[]>()
  return {
    see(text: string, line: number) {
      const begin = /^ {0,3}<(?!!--)/.exec(text)?.[0].length ?? 0
      if (begin === 0 && !text.includes('</')) return
      for (const { 1: slash, 2: name = '', index } of text.matchAll(ELEMENT)) {
        const opened = open.get(name.toLowerCase()) ?? []
        if (slash) opened.pop()
        else if (begin > 0) opened.push({ line, isFirst: index === begin - 1 })
        open.set(name.toLowerCase(), opened)
      }
    },
    end() {
      for (const [name, opened] of open)
        for (const { line, isFirst } of opened)
          if (isFirst) tell('unclosed-element', unclosedElement(name), line)
    },
  }
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
      if (isKnown) tellDamagedTag(name, rest, line, tell)
      else tell('unknown-tag', `\`{% ${name} %}\` is unknown; it is kept unchanged.`, line)
      if (name === 'tabs' && counts.get(name)) tellNested(name, line, tell)
      open.push({ name, line })
      count(name, 1)
    },
    end() {
      for (const each of open) drop(each)
    },
  }
}
