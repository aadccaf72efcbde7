// What a mail says: of one thread, or a digest of several.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { Letter, LetterGroup } from '../../mail/letter.ts'
import type { Recipient } from '../../mail/letters/recipient.ts'
import { excerptOf } from '../excerpt.ts'
import { placeOf } from '../place.ts'
import type { EntryRow, MailedRow } from './store-mails.ts'

type Words = Recipient['words']['notifications']
type Writing = { links: ReadContext['links']; words: Words }

/** Letters of what somebody said. */
const LONGEST_QUOTE = 400

export function threadLetter({ links, words }: Writing, row: MailedRow): Letter {
  const subject = subjectOf(words, row)
  const url = urlOf(links, row)
  return {
    subject,
    heading: row.subject || subject,
    paragraphs: [],
    groups: [{ entries: row.entries.map((entry) => entryOf(words, entry)), more: moreOf(words, row) }],
    button: { label: openOf(words, row), url },
    footnote: whyOf({ links, words }),
  }
}

export function digestLetter({ links, words }: Writing, rows: MailedRow[], isDaily: boolean): Letter {
  const groups = rows.map((row): LetterGroup => {
    return {
      title: subjectOf(words, row),
      url: urlOf(links, row),
      entries: row.entries.map((entry) => entryOf(words, entry)),
      more: moreOf(words, row),
    }
  })
  return {
    subject: words.digest({ count: rows.reduce((sum, { count }) => sum + count, 0) }),
    heading: isDaily ? words.daily : words.hourly,
    paragraphs: [],
    groups,
    button: { label: words.openInbox, url: links.of('/o/~inbox') },
    footnote: whyOf({ links, words }),
  }
}

/** Of several things that happened, what somebody said: that is quoted, and what people look for. */
function urlOf(links: Writing['links'], row: MailedRow) {
  const said = row.entries.find(({ commentId }) => commentId !== null)
  return placeOf(row, said ?? row.entries[0], links)
}

function subjectOf(words: Words, { number, subject, spaceTitle, organizationTitle, thread }: MailedRow) {
  const space = spaceTitle ?? ''
  if (number !== null) return words.changeRequest({ subject: subject || words.noSubject, number, space })
  if (thread.startsWith('comment/')) return words.comments({ space })
  return spaceTitle === null
    ? words.administration({ organization: organizationTitle })
    : words.sync({ space })
}

function openOf(words: Words, { changeRequestId, spaceId, thread }: MailedRow) {
  if (changeRequestId !== null) return words.openChangeRequest
  if (thread.startsWith('comment/')) return words.openComment
  return spaceId === null ? words.openOrganization : words.openSpace
}

function entryOf(words: Words, { reason, name, body }: EntryRow): LetterGroup['entries'][number] {
  const said = words.reasons[reason]
  const text = typeof said === 'string' ? said : said({ name: name ?? words.somebody })
  return { text, quote: body === null ? undefined : excerptOf(body, LONGEST_QUOTE) }
}

function moreOf(words: Words, { count, entries }: MailedRow) {
  return count > entries.length ? words.more({ count: count - entries.length }) : undefined
}

function whyOf({ links, words }: Writing) {
  return words.why({ url: links.of('/o/~account/notifications') })
}
