import { tex2typst } from 'tex2typst'
import type { RenderState } from './render-state.ts'
import { plainLiteral } from './typst-escape.ts'

/** A formula of TeX. What cannot be told in the other language is shown as it was written. */
export function writeFormula({ ink, formulas }: RenderState, tex: string, isBlock = false): string {
  const typst = ink.shows(tex) ? translate(tex.trim()) : ''
  if (typst !== '') formulas.add(typst)
  const block = isBlock ? ',block:true' : ''
  return `formula(${ink.literal(tex.trim())},${plainLiteral(typst)}${block})`
}

const LONGEST = 4000
/** The translator takes twice as long with each argument within an argument: ten a millisecond, twenty-two a second. */
const DEEPEST = 10
const TAKES_ARGUMENT =
  /^\\(?:[dt]?frac|[dt]?binom|sqrt|text|bar|bold|boldsymbol|d?dot|(?:wide)?(?:hat|tilde)|vec|math[a-z]+|operatorname\*?|(?:over|under)(?:brace|line|set|leftarrow|rightarrow)|pmb|rm|substack|displaylines|not|[bB]ra|[kK]et|[bB]raket|[sS]et|pmod|cancel|textcolor)$/
/** The typesetter goes down with each bracket within a bracket, and its stack ends somewhere beyond three hundred. */
const DEEPEST_BRACKETS = 60
/** Commands that the translator does not know, in words that it does. */
const MACROS = { '\\lVert': '\\|', '\\rVert': '\\|', '\\lvert': '|', '\\rvert': '|' }

export function translate(tex: string): string {
  if (tex.length > LONGEST || nestingOf(tex) > DEEPEST) return ''
  try {
    const typst = tex2typst(tex, { customTexMacros: MACROS })
    return isTame(typst) && bracketsIn(typst) <= DEEPEST_BRACKETS ? typst : ''
  } catch {
    return ''
  }
}

/** How deep arguments are nested, with braces around them or without: `\sqrt\sqrt{x}` is two deep. */
export function nestingOf(tex: string): number {
  const opened: number[] = []
  let [depth, bare, deepest] = [0, 0, 0]
  for (const [token] of tex.matchAll(/\\(?:[a-zA-Z]+\*?|.)|\S/gsu)) {
    if (token === '{') {
      const deeper = Math.max(bare, 1)
      opened.push(deeper)
      depth += deeper
    }
    if (token === '}') depth -= opened.pop() ?? 0
    bare = TAKES_ARGUMENT.test(token) ? bare + 1 : 0
    deepest = Math.max(deepest, depth + bare)
  }
  return deepest
}

/** How deep brackets are nested, in pairs or not. */
function bracketsIn(typst: string): number {
  let [depth, deepest] = [0, 0]
  for (const [bracket] of typst.matchAll(/[()[\]{}]/g)) {
    depth = Math.max(0, depth + ('([{'.includes(bracket) ? 1 : -1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/**
 * The translation is the one text that is evaluated. It must be a formula and nothing else: outside of strings and
 * escapes no sign that begins code, ends the formula, or hides what follows.
 */
export function isTame(typst: string): boolean {
  const bare = typst.replace(/\\./gsu, ' ').replace(/"(?:[^"\\]|\\.)*"/gsu, ' ')
  return !/[#$`@"\\]|\/\/|\/\*|\*\//u.test(bare) && typst.trim() !== ''
}
