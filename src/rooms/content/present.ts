import type { FileRecord, Layout, PageRecord, ReusableRecord } from '../../content/records.ts'
import type { PageTree } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import type { JSONDocument } from '../../markdown/document.ts'
import type { RevisionRow } from '../revisions/revisions.ts'
import type { SeenContent } from './access.ts'
import { documentId } from './documents.ts'
import { downloadUrl } from './downloads.ts'
import type { File, Page, ReusableContent, Revision } from './schema.ts'

export const DEFAULT_LAYOUT: Layout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
}

type Desk = Pick<Ctx, 'signer' | 'links' | 'clock'>
export type PageBody = { markdown?: string; document?: JSONDocument }
export type PresentOptions = { metadata: boolean }

export function presentPage(
  desk: Desk,
  { space }: SeenContent,
  tree: PageTree,
  { metadata }: PresentOptions,
  body: PageBody = {},
): Page {
  const { organizationId, id: spaceId } = space
  const app = `${desk.links.space(organizationId, spaceId).app}/`
  return present(tree)

  function present({ page, path, below }: PageTree): Page {
    const base = {
      id: page.id,
      title: page.title,
      emoji: page.emoji,
      icon: page.icon,
      createdAt: page.createdAt,
      updatedAt: page.updatedAt,
      type: page.type,
      hidden: page.hidden ?? false,
    }
    if (page.type === 'link') return { ...base, kind: 'link', target: page.target, href: hrefOf(page) }
    if (page.type === 'computed') return { ...base, computed: page.computed }
    const listed = {
      ...base,
      slug: page.slug,
      path,
      noIndex: page.noIndex ?? false,
      noRobotsIndex: page.noRobotsIndex ?? false,
      pages: below.map(present),
    }
    if (page.type === 'group') return { ...listed, kind: 'group' }
    return {
      ...listed,
      kind: 'sheet',
      description: page.description,
      documentId: page.body === null ? undefined : documentId(desk, spaceId, page.id, page.body),
      git: metadata ? page.git : undefined,
      layout: page.layout ?? DEFAULT_LAYOUT,
      cover: page.cover,
      variables: page.variables,
      condition: page.condition,
      urls: { app: app + path },
      ...(page === tree.page ? body : {}),
    }
  }
}

function hrefOf({ target }: PageRecord) {
  return target?.kind === 'url' ? target.url : undefined
}

export function presentFile(
  desk: Desk,
  { space }: SeenContent,
  file: FileRecord,
  { metadata }: PresentOptions,
): File {
  const { id, name, contentType, size, dimensions, git } = file
  const downloadURL = downloadUrl(desk, space, file)
  return { id, name, contentType, downloadURL, size, dimensions, git: metadata ? git : undefined }
}

export function presentReusable(
  desk: Desk,
  { space }: SeenContent,
  reusable: ReusableRecord,
  { metadata }: PresentOptions,
): ReusableContent {
  const { id, title, body, git } = reusable
  return { id, title, document: documentId(desk, space.id, id, body), git: metadata ? git : undefined }
}

export type RevisionContent = {
  pages: PageTree[]
  files: FileRecord[]
  reusables: ReusableRecord[]
  mergedFrom?: object
}

export function presentRevision(
  desk: Desk,
  content: SeenContent,
  { pages, files, reusables, mergedFrom }: RevisionContent,
  options: PresentOptions,
): Revision {
  const { space, revision, reading } = content
  return {
    object: 'revision',
    id: revision.id,
    type: revision.type,
    parents: revision.parents,
    pages: pages.map((page) => presentPage(desk, content, page, options)),
    files: files.map((file) => presentFile(desk, content, file, options)),
    reusableContents: reusables.map((reusable) => presentReusable(desk, content, reusable, options)),
    variables: reading.root.variables,
    createdAt: revision.createdAt.toISOString(),
    git: gitOf(revision, options),
    mergedFrom,
    urls: { app: `${desk.links.space(space.organizationId, space.id).app}/~/revisions/${revision.id}` },
  }
}

function gitOf({ git }: RevisionRow, { metadata }: PresentOptions) {
  return (metadata && git) || undefined
}
