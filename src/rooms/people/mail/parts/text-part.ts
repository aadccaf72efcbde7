import type { Letter, LetterGroup } from '../letter.ts'
import type { MailWords } from '../words/catalog.ts'
import type { Surroundings } from './html-part.ts'

export function textPart(letter: Letter, words: MailWords, { host, unsubscribeUrl }: Surroundings): string {
  const { heading, paragraphs, groups = [], button, footnote } = letter
  const pieces = [
    heading,
    ...paragraphs,
    ...groups.map(groupText),
    // The address has a line to itself, so that no program takes the end of a sentence for a part of it.
    button && `${button.label}:\n${button.url}`,
    footnote,
    // Two hyphens and a space begin a signature.
    `-- \n${words.footer({ host })}`,
    unsubscribeUrl && `${words.unsubscribe}:\n${unsubscribeUrl}`,
  ]
  return `${pieces.filter(Boolean).join('\n\n')}\n`
}

function groupText({ title, url, entries, more }: LetterGroup) {
  const said = entries.map(({ text, quote }) => [text, quote && quoted(quote)].filter(Boolean).join('\n'))
  return [[title, url].filter(Boolean).join('\n'), ...said, more].filter(Boolean).join('\n\n')
}

function quoted(text: string) {
  return text.replaceAll(/^/gm, '> ')
}
