import { sectionsOf } from '../../../engines/markdown/sections.ts'

/** The beginning of a Markdown text, as plain words. */
export function excerptOf(markdown: string, longest: number): string {
  const words = sectionsOf(markdown)
    .flatMap(({ title, body }) => [title, body])
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = [...words]
  return letters.length <= longest
    ? words
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
