// A Markdown file as a page: what its head says become fields, its text stays as it is but for where links lead.
import { replaceTargets } from '../../markdown/links.ts'
import { splitPage } from '../../repository/page/page-file.ts'
import { isRef, type Sheet } from '../archives/import-tree.ts'
import { LIMITS } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import type { TargetUse } from './html/maker.ts'

type MarkdownOptions = {
  ref: string
  /** When the file names none. */
  title: string
  /** The target to write; undefined leaves what is there. */
  targetOf: (written: string, use: TargetUse) => string | undefined
}

export function markdownSheet(source: string, { ref, title, targetOf }: MarkdownOptions): Sheet {
  if (source.length > LIMITS.pageBytes)
    throw new Refusal('too_large', `the page “${title.slice(0, 80)}” has more than 2 MB of Markdown`)
  const { body, fields } = splitPage(source.replace(/^\ufeff/, ''))
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex, condition } = fields
  const markdown = replaceTargets(body.replace(/^(?:[ \t]*\r?\n)+/, ''), (target, use) =>
    targetOf(target, use === 'image' ? 'image' : 'link'),
  )
  return {
    ref,
    title: fields.title?.trim() || title,
    markdown,
    children: [],
    description,
    icon,
    emoji,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    cover: fields.cover && coverAt(targetOf(fields.cover.src, 'image')),
  }
}

/** One that is nowhere would only be a placeholder above the text. */
export function coverAt(target: string | undefined) {
  return target !== undefined && (isRef(target) || /^https?:/i.test(target)) ? target : undefined
}
