// Files that other tools make pages of, and Quire does not.
import { isOutOfSight } from '../file-kinds.ts'
import type { FileProblem } from '../types.ts'

const KIND = 'not-markdown'

const FORMATS = new Map([
  ['mdx', 'MDX'],
  ['markdown', 'Markdown'],
  ['rst', 'reStructuredText'],
  ['adoc', 'AsciiDoc'],
  ['asciidoc', 'AsciiDoc'],
  ['ipynb', 'Jupyter'],
  ['org', 'Org'],
  ['textile', 'Textile'],
  ['rmd', 'R Markdown'],
  ['qmd', 'Quarto'],
])

/** `reStructuredText (.rst)` */
function formatOf(path: string): string | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const name = FORMATS.get(ending)
  return name && `${name} (.${ending})`
}

export function notMarkdown(paths: Iterable<string>): FileProblem[] {
  return [...paths].flatMap((file) => {
    const format = isOutOfSight(file) || file.startsWith('.gitbook/') ? undefined : formatOf(file)
    const message = `${format} is not imported as a page; the file stays unchanged. Pages are Markdown in .md files`
    return format ? [{ file, kind: KIND, message }] : []
  })
}

/** Why there is no page in a source, with what was skipped. */
export function whyNoPages(problems: readonly { file: string; kind: string }[]): string {
  const counts = new Map<string, number>()
  for (const { file, kind } of problems) {
    const format = kind === KIND ? formatOf(file) : undefined
    if (format) counts.set(format, (counts.get(format) ?? 0) + 1)
  }
  const skipped = [...counts].sort(([, one], [, other]) => other - one)
  const told = skipped.map(([format, count]) => `${count} × ${format}`).join(', ')
  return `it contains no Markdown pages (.md files)${told && `; skipped, as these are not read: ${told}`}`
}
