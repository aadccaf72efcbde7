// What is wrong with a translated text, in words that a translator can act on.
import { PLACEHOLDER } from './inline-text.ts'

/** Longer than any text of ours by far: what comes back must not be a book. */
const LONGEST = 20_000
/** A translation is not twenty times as long as what it translates. */
const TIMES = 20
const ROOM = 500

export type Limits = { maxLength?: number }

/** Undefined when the text can be in the place of the source. */
export function unitProblem(source: string, target: string, { maxLength }: Limits = {}): string | undefined {
  if (target.trim() === '') return 'The translation is empty'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(target))
    return 'The translation has control characters: take them out'
  if (!target.isWellFormed()) return 'The translation has half a character: it was cut in the wrong place'
  const longest = Math.min(LONGEST, maxLength ?? LONGEST, source.length * TIMES + ROOM)
  if (target.length > longest)
    return `The translation has ${target.length} characters, and may have at most ${longest}`
  return placeholderProblem(source, target)
}

type Sign = { number: string; isClosing: boolean }

function placeholderProblem(source: string, target: string): string | undefined {
  const pairs = new Set(signsIn(source).flatMap(({ number, isClosing }) => (isClosing ? [number] : [])))
  const wanted = new Set(signsIn(source).map(spelt))
  const seen = new Set<string>()
  const open: string[] = []
  for (const sign of signsIn(target)) {
    const name = spelt(sign)
    if (!wanted.has(name)) return `${name} is not in the source: take it out`
    if (seen.has(name)) return `${name} appears twice: it must appear once`
    seen.add(name)
    if (!pairs.has(sign.number)) continue
    if (!sign.isClosing) open.push(sign.number)
    else if (open.pop() !== sign.number)
      return `${name} closes what is not open there: put it behind {${sign.number}} and around whole other pairs`
  }
  const missing = [...wanted].filter((name) => !seen.has(name))
  if (missing.length > 0) return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`
  return undefined
}

function signsIn(text: string): Sign[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, slash, number = '']) => ({
    number,
    isClosing: slash === '/',
  }))
}

function spelt({ number, isClosing }: Sign) {
  return `{${isClosing ? '/' : ''}${number}}`
}
