// What the head of a page's file says, and the same in a page's record.
import { type PageLook, tidyLook } from '../../content/page-look.ts'
import { readTarget, relativeTarget } from '../../content/paths.ts'
import type { Cover, PageRecord } from '../../content/records.ts'
import type { HeadFields } from '../../repository/page-file.ts'

/** The file `fileIds` are by their paths. */
export function lookOf(fields: HeadFields, file: string, fileIds: Map<string, string>): PageLook {
  const cover = fields.cover && coverFrom(fields.cover, file, fileIds)
  return tidyLook({ ...fields, cover })
}

function coverFrom(
  { src, yPos }: NonNullable<HeadFields['cover']>,
  file: string,
  fileIds: Map<string, string>,
): Cover {
  const target = readTarget(src, file)
  const id = target.kind === 'inside' ? fileIds.get(target.path) : undefined
  return { ref: id ? { kind: 'file', file: id } : { kind: 'url', url: src }, yPos }
}

/** As the head of its file would say it; `pathOf` tells where files lie. */
export function headFieldsOf(
  page: PageRecord,
  file: string,
  pathOf: (fileId: string) => string | undefined,
): HeadFields {
  const { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition, layout, variables } =
    page
  const cover = page.cover && coverSource(page.cover, file, pathOf)
  const all = {
    title,
    emoji,
    icon,
    description,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    layout,
    variables,
  }
  return Object.fromEntries(
    Object.entries({ ...all, cover }).filter(([, value]) => value !== undefined && value !== ''),
  ) as HeadFields
}

function coverSource({ ref, yPos }: Cover, file: string, pathOf: (fileId: string) => string | undefined) {
  if (ref?.kind === 'url') return { src: ref.url, yPos }
  const path = ref?.kind === 'file' ? pathOf(ref.file) : undefined
  return path === undefined ? undefined : { src: relativeTarget(file, path), yPos }
}
