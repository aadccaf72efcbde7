import { inSource, isMade, partOf, type SourceLine, textOf } from './source-line.ts'

/** Lines as one text, any part of which can be had as lines again. */
export class JoinedLines {
  readonly text: string
  private readonly lines: readonly SourceLine[]
  readonly starts: number[] = []

  constructor(lines: readonly SourceLine[]) {
    this.text = textOf(lines)
    this.lines = lines
    let at = 0
    for (const { text } of lines) {
      this.starts.push(at)
      at += text.length + 1
    }
  }

  between(from: number, to: number): SourceLine[] {
    const [first, last] = [this.lineAt(from), this.lineAt(to)]
    return this.lines.slice(first, last + 1).map((line, number) => {
      const begin = number === 0 ? from - this.startOf(first) : 0
      return partOf(line, begin, first + number === last ? to - this.startOf(last) : undefined)
    })
  }

  /** Where a character is in the source; undefined where it is in none of its lines. */
  sourceOf(place: number): number | undefined {
    const number = this.lineAt(place)
    const line = this.lines[number]
    const column = place - this.startOf(number)
    return line && !isMade(line) && column >= line.lead ? inSource(line, column) : undefined
  }

  /** What a part stands for in the source. */
  sourceRange({ from, to }: { from: number; to: number }): { from: number; to: number } {
    const parts = this.between(from, to)
    return { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 }
  }

  private startOf(line: number): number {
    return this.starts[line] ?? this.text.length
  }

  private lineAt(place: number): number {
    let low = 0
    for (let high = this.starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if (this.startOf(middle) <= place) low = middle
      else high = middle
    }
    return low
  }
}
