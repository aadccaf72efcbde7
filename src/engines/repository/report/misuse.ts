import { readTagAttributes } from '../../markdown/read/attributes.ts'

// What is closed and known, and still cannot be read as what it looks like. It is kept as text.

export type Tell = (kind: string, message: string, line: number) => void

/** Attributes that no one can tell apart, as with a quote inside of quotes. */
export function tellDamagedTag(name: string, rest: string, line: number, tell: Tell): void {
  if (name === 'if') return
  if (name === 'include') {
    const message = '`{% include %}` takes one path in quotes; the tag is kept as text.'
    if (!/^"[^"]*"$/.test(rest)) tell('damaged-tag', message, line)
    return
  }
  if (readTagAttributes(rest)) return
  const message = `The attributes of \`{% ${name} %}\` cannot be read, so it is kept as text: a quote inside of quotes needs a backslash before it.`
  tell('damaged-tag', message, line)
}

export function tellNested(name: string, line: number, tell: Tell): void {
  const message = `\`{% ${name} %}\` is inside another \`{% ${name} %}\`, which is not supported.`
  tell('nested-tag', message, line)
}

/** `{% code %}` around something else than one block of code. */
export function codeWatch(tell: Tell) {
  let opened: { line: number; blocks: number; hasOther: boolean } | undefined
  let wasSkipped = false
  return {
    tag(name: string, line: number) {
      if (name === 'code') {
        opened = { line, blocks: 0, hasOther: false }
        return
      }
      if (name === 'endcode' && opened && (opened.blocks !== 1 || opened.hasOther)) {
        const message = 'This tag must contain exactly one code block; it is kept as text.'
        tell('misused-tag', `\`{% code %}\`: ${message}`, opened.line)
      }
      if (name === 'endcode') opened = undefined
      else if (opened) opened.hasOther = true
    },
    /** Any other line. What is skipped is code, or a comment. */
    line(inside: string, isSkipped: boolean) {
      if (opened && isSkipped && !wasSkipped) opened.blocks++
      if (opened && !isSkipped && inside.trim() !== '') opened.hasOther = true
      wasSkipped = isSkipped
    },
  }
}

const PART = /<(\/?)(table|tr|td|th)(?=[\s>/])/gi

/** Cells that end with the next one, as browsers have it: such a table is kept as text. */
export function cellWatch(tell: Tell) {
  /** For each table that is open, the cell that is. */
  const tables: { cell?: { name: string; line: number }; isTold: boolean }[] = []
  return {
    see(text: string, line: number) {
      if (tables.length === 0 && !/^ {0,3}<table[\s>]/i.test(text)) return
      for (const { 1: slash, 2: written = '' } of text.matchAll(PART)) {
        const name = written.toLowerCase()
        const table = tables.at(-1)
        if (name === 'table' && !slash) {
          tables.push({ isTold: false })
          continue
        }
        if (!table) return
        const isCell = name === 'td' || name === 'th'
        if (!(isCell && slash) && table.cell && !table.isTold) {
          table.isTold = true
          const { name: cell, line: at } = table.cell
          tell('unclosed-element', `\`<${cell}>\` is never closed: \`</${cell}>\` is missing.`, at)
        }
        delete table.cell
        if (isCell && !slash) table.cell = { name, line }
        if (name === 'table') tables.pop()
      }
    },
  }
}
