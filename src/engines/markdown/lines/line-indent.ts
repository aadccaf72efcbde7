// How far in lines begin, and whether that makes code of them.

/** Lines back to the item that a line may belong to. */
const NEAR = 40
export const STEP = 4
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/
const CODE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/

/** Whether a line is no indented code: it is hardly indented, there or in the item of a list that it belongs to. */
export function isText(lines: readonly { text: string }[], at: number): boolean {
  const width = widthOf(lines[at]?.text ?? '')
  if (width < STEP) return true
  for (let above = at - 1; above >= 0 && above > at - NEAR; above--) {
    const line = lines[above]?.text ?? ''
    if (line.trim() === '' || widthOf(line) >= width) continue
    const marker = ITEM.exec(line)?.[0]
    return marker !== undefined && width < columnsIn(marker) + STEP
  }
  return false
}

/** Tells of line after line whether it is code between fences, these included. */
export function codeTracker() {
  let fence = ''
  return ({ text }: { text: string }): boolean => {
    const [, sign = '', rest = ''] = CODE.exec(text) ?? []
    if (fence === '') {
      if (sign.startsWith('`') && rest.includes('`')) return false
      fence = sign
      return sign !== ''
    }
    if (sign.startsWith(fence) && rest.trim() === '') fence = ''
    return true
  }
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

export function widthOf(line: string): number {
  return columnsIn(indentOf(line))
}

function columnsIn(text: string): number {
  let width = 0
  for (const sign of text) width += sign === '\t' ? STEP - (width % STEP) : 1
  return width
}

/** How many blanks at the beginning of a line are as wide as this, or all of them. */
export function blanksIn(line: string, width: number): number {
  let [at, passed] = [0, 0]
  for (; passed < width && (line[at] === ' ' || line[at] === '\t'); at++)
    passed += line[at] === '\t' ? STEP - (passed % STEP) : 1
  return at
}
