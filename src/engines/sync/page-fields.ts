// What the head of a page's file says, and the same in a page's record.
import { type PageLook, tidyLook } from '../content/draft/page-look.ts'
import { readTarget, relativeTarget } from '../content/links/paths.ts'
import type { ContentRef, Cover, PageRecord } from '../content/records.ts'
import type { HeadFields } from '../repository/page/page-file.ts'

/** Ids by the paths at which files and pages are. */
type Ids = { fileIds: Map<string, string>; pageAt: Map<string, string> }

export function lookOf(fields: HeadFields, file: string, { fileIds, pageAt }: Ids): PageLook {
  const cover = fields.cover && coverFrom(fields.cover, file, fileIds)
  const canonical = fields.canonical ? metaLinkFrom(fields.canonical, file, pageAt) : undefined
  const alternates = fields.alternates?.map((target) => metaLinkFrom(target, file, pageAt))
  return tidyLook({ ...fields, cover, canonical, alternates })
}

/** A page of this space is known by its id from now on; what is elsewhere stays as it was written. */
function metaLinkFrom(written: string, file: string, pageAt: Map<string, string>): ContentRef {
  const target = readTarget(written, file)
  const isWhole = target.kind === 'inside' && target.tail === '' && written !== ''
  const page = isWhole ? (pageAt.get(target.path) ?? pageAt.get(`${target.path}/README.md`)) : undefined
  return page === undefined ? { kind: 'url', url: written } : { kind: 'page', page }
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

/** Where the file or page of an id is. */
export type PathOf = (id: string) => string | undefined

/** As the head of its file would say it. */
export function headFieldsOf(page: PageRecord, file: string, pathOf: PathOf): HeadFields {
  const { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition, layout, variables } =
    page
  const cover = page.cover && coverSource(page.cover, file, pathOf)
  const canonical = page.canonical && metaLinkSource(page.canonical, file, pathOf)
  const alternates = page.alternates?.map((ref) => metaLinkSource(ref, file, pathOf))
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
    Object.entries({ ...all, cover, canonical, alternates }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  ) as HeadFields
}

/** Empty for a page that is gone. */
function metaLinkSource(ref: ContentRef, file: string, pathOf: PathOf) {
  if (ref.kind === 'url') return ref.url
  const path = ref.kind === 'page' ? pathOf(ref.page) : undefined
  return path === undefined ? '' : relativeTarget(file, path)
}

function coverSource({ ref, yPos }: Cover, file: string, pathOf: PathOf) {
  if (ref?.kind === 'url') return { src: ref.url, yPos }
  const path = ref?.kind === 'file' ? pathOf(ref.file) : undefined
  return path === undefined ? undefined : { src: relativeTarget(file, path), yPos }
}
