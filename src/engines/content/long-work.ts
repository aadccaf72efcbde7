// A process that answers many must not work on one long text: it would keep the event loop from everybody else. It is
// state of the process, as there is one event loop.

/** The text is too long for this process; another one is to do the work. */
export class LongWork extends Error {
  override readonly name = 'LongWork'
}

/** Characters that take some ten milliseconds at their worst. */
const LONGEST = 50_000
/** What a value of a document takes beside its text. */
const VALUE = 20

let longest = Number.POSITIVE_INFINITY

/** From now on work on longer texts is refused here. */
export function refuseLongWork(characters = LONGEST) {
  longest = characters
}

function isShort(characters: number) {
  return characters <= longest
}

/** Values that are worked on here. */
export function mostValues() {
  return longest / VALUE
}

export function requireShort(characters: number) {
  if (!isShort(characters)) throw new LongWork('This text is too long to be worked on here')
}

/** What begins something in Markdown: a line, a mark, a link, an element, a cell. */
const SIGN = 10
/** By the code of the character: a set would take ten times as long. */
const WEIGHTS = new Uint8Array(128)
for (const sign of '\n*_~`[<|$') WEIGHTS[sign.charCodeAt(0)] = SIGN

/** The same for a text, by what is in it: a thousand short paragraphs take as long as a hundred long ones. */
export function requireShortText(text: string) {
  if (!isShortText(text)) throw new LongWork('This text is too long to be worked on here')
}

export function isShortText(text: string) {
  return isShort(text.length) && (isShort(text.length * (SIGN + 1)) || isShort(weightOf(text)))
}

export function weightOf(text: string): number {
  let weight = text.length
  for (let at = 0; at < text.length; at++) weight += WEIGHTS[text.charCodeAt(at)] ?? 0
  return weight
}

/** The same for a document; looks no further than it needs to. */
export function requireShortDocument(document: unknown) {
  if (longest === Number.POSITIVE_INFINITY) return
  let characters = 0
  const left: unknown[] = [document]
  while (left.length > 0) {
    const value = left.pop()
    characters += typeof value === 'string' ? value.length : VALUE
    requireShort(characters)
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) left.push(each)
  }
}
