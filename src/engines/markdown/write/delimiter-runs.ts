import MarkdownIt from 'markdown-it'

const { utils } = new MarkdownIt()

// When a run of `*`, `_` or `~` opens or closes, by the characters on both sides of it: CommonMark's rule.

type Side = { isBlank: boolean; isPunctuation: boolean }

function side(character: string): Side {
  const code = character.codePointAt(0) ?? 32
  return {
    // A line break that is not spelt yet counts as one.
    isBlank: code === 0xffff || utils.isWhiteSpace(code),
    isPunctuation: utils.isMdAsciiPunct(code) || utils.isPunctCharCode(code),
  }
}

function flanks(before: string, after: string): { left: boolean; right: boolean; last: Side; next: Side } {
  const last = side([...before.slice(-2)].at(-1) ?? ' ')
  const next = side(after)
  return {
    left: !next.isBlank && (!next.isPunctuation || last.isBlank || last.isPunctuation),
    right: !last.isBlank && (!last.isPunctuation || next.isBlank || next.isPunctuation),
    last,
    next,
  }
}

export function canOpen(sign: string, before: string, after: string): boolean {
  const { left, right, last } = flanks(before, after)
  return left && (sign !== '_' || !right || last.isPunctuation)
}

export function canClose(sign: string, before: string, after: string): boolean {
  const { left, right, next } = flanks(before, after)
  return right && (sign !== '_' || !left || next.isPunctuation)
}
