import { tex2typst } from 'tex2typst'
import type { Desk } from './desk.ts'
import { plainLiteral } from './ink.ts'

/** A formula of TeX. What can not be told in the other language is shown as it was written. */
export function writeFormula({ ink, formulas }: Desk, tex: string, isBlock = false): string {
  const typst = ink.shows(tex) ? translate(tex.trim()) : ''
  if (typst !== '') formulas.add(typst)
  const block = isBlock ? ',block:true' : ''
  return `formula(${ink.literal(tex.trim())},${plainLiteral(typst)}${block})`
}

const LONGEST = 4000
/** Commands that the translator does not know, in words that it does. */
const MACROS = { '\\lVert': '\\|', '\\rVert': '\\|', '\\lvert': '|', '\\rvert': '|' }

export function translate(tex: string): string {
  if (tex.length > LONGEST) return ''
  try {
    const typst = tex2typst(tex, { customTexMacros: MACROS })
    return isTame(typst) ? typst : ''
  } catch {
    return ''
  }
}

/**
 * The translation is the one text that is evaluated. It must be a formula and nothing else: outside of strings and
 * escapes no sign that begins code, ends the formula, or hides what follows.
 */
export function isTame(typst: string): boolean {
  const bare = typst.replace(/\\./gsu, ' ').replace(/"(?:[^"\\]|\\.)*"/gsu, ' ')
  return !/[#$`@"\\]|\/\/|\/\*|\*\//u.test(bare) && typst.trim() !== ''
}
