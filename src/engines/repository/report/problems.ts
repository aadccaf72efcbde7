// What is told about the files of a repository. Nothing here stops an import: the text is kept as it is, and the writer
// learns what could not be understood.

/** `line` counts from 1, as editors do. */
export type RepositoryProblem = { kind: string; message: string; line?: number }

/** Which line of a text, counted from 1, a character is in. */
export function lineNumber(text: string, at: number): number {
  return lineCounter(text)(at)
}

/** The same for many characters, asked from the first to the last: each line is counted once. */
export function lineCounter(text: string): (at: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (at) => {
    while (next >= 0 && next < at) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
