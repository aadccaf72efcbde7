import type { PageField } from '../../../engines/content/diff/changes.ts'
import type { PageTree } from '../../../engines/content/nodes/page-tree.ts'
import {
  DEFAULT_LAYOUT,
  type FileRecord,
  type GitBlob,
  NOT_YET,
  type PageRecord,
  type ReusableRecord,
} from '../../../engines/content/records.ts'
import type { JSONDocument } from '../../../engines/markdown/document.ts'
import type { Audience } from '../../../engines/reading/audience.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { SeenSpace } from '../spaces/access.ts'
import type { RevisionRow } from '../spaces/revisions/revisions.ts'
import type { SeenContent } from './access.ts'
import type { EditResult } from './editing/edit-work.ts'
import { presentMetaLinks } from './present-meta-links.ts'
import { documentId } from './reading/documents.ts'
import { downloadUrl } from './reading/downloads.ts'
import type { File, Page, ReusableContent, Revision } from './schema.ts'
import type { ContentOutcome } from './schema-changes.ts'

export type PresentContext = Pick<ReadContext, 'signer' | 'links' | 'clock'>
export type PageBody = { markdown?: string; document?: JSONDocument }
export type PresentOptions = { metadata: boolean }

export function presentPage(
  context: PresentContext,
  content: SeenContent,
  { page, path, below }: PageTree,
  options: PresentOptions,
  body: PageBody = {},
): Page {
  const own = ownFields(context, content, page, path, options)
  if (own.path === undefined) return own
  return { ...own, ...body, pages: below.map((tree) => presentPage(context, content, tree, options)) }
}

/** A page without the pages below it. */
export function ownFields(
  context: PresentContext,
  { space, audience, problems }: SeenContent,
  page: PageRecord,
  path: string,
  options: PresentOptions,
): Page {
  const metadata = tellsGit(audience, options)
  const { id, title, emoji, icon, createdAt, updatedAt, type, hidden = false } = page
  const base = { id, title, emoji, icon, createdAt, updatedAt, type, hidden }
  if (type === 'link') return { ...base, kind: 'link', target: page.target, href: hrefOf(page) }
  if (type === 'computed') return { ...base, computed: page.computed, problem: problems?.get(id) }
  const { slug, noIndex = false, noRobotsIndex = false } = page
  const listed = { ...base, slug, path, noIndex, noRobotsIndex }
  if (type === 'group') return { ...listed, kind: 'group' }
  return {
    ...listed,
    kind: 'sheet',
    description: page.description,
    ...(page.computed
      ? { computed: page.computed, computedSeed: page.body ?? '' }
      : { documentId: page.body === null ? undefined : documentId(context, space.id, id, page.body) }),
    git: metadata && page.git && page.git.oid !== NOT_YET ? blobOf(page.git) : undefined,
    layout: page.layout ?? DEFAULT_LAYOUT,
    cover: page.cover,
    metaLinks: presentMetaLinks(context.links, page, audience),
    // Who else there is to hide things from is nothing for visitors; nor are values that conditions may hide.
    variables: audience.kind === 'writer' ? page.variables : undefined,
    condition: audience.kind === 'writer' ? page.condition : undefined,
    urls: { app: `${context.links.space(space.organizationId, space.id).app}/${path}` },
  }
}

/** What a field of a record is called in the shape of a page. */
export function wireFieldOf(field: PageField) {
  if (field === 'body') return 'document'
  return field === 'canonical' || field === 'alternates' ? 'metaLinks' : field
}

/** What only exports need is left out. */
function blobOf({ oid, path }: GitBlob) {
  return { oid, path }
}

function hrefOf({ target }: PageRecord) {
  return target?.kind === 'url' ? target.url : undefined
}

export function presentFile(
  context: PresentContext,
  { space, audience }: SeenContent,
  file: FileRecord,
  options: PresentOptions,
): File {
  const metadata = tellsGit(audience, options)
  const { id, name, contentType, size, dimensions, git } = file
  const downloadURL = downloadUrl(context, space, file)
  return { id, name, contentType, downloadURL, size, dimensions, git: metadata ? git : undefined }
}

export function presentReusable(
  context: PresentContext,
  { space, audience }: SeenContent,
  reusable: ReusableRecord,
  options: PresentOptions,
): ReusableContent {
  const metadata = tellsGit(audience, options)
  const { id, title, body, git } = reusable
  return {
    id,
    title,
    document: documentId(context, space.id, id, body),
    git: metadata && git && git.oid !== NOT_YET ? blobOf(git) : undefined,
  }
}

export type RevisionContent = {
  files: FileRecord[]
  reusables: ReusableRecord[]
  mergedFrom?: object
}

export function presentRevision(
  context: PresentContext,
  content: SeenContent,
  { files, reusables, mergedFrom }: RevisionContent,
  options: PresentOptions,
): Omit<Revision, 'pages'> {
  const { space, revision, view, audience } = content
  return {
    object: 'revision',
    id: revision.id,
    // How it came about is for those who write.
    type: audience.kind === 'writer' ? revision.type : 'edits',
    parents: revision.parents,
    files: files.map((file) => presentFile(context, content, file, options)),
    reusableContents: reusables.map((reusable) => presentReusable(context, content, reusable, options)),
    // Visitors read documents with values in place of expressions.
    variables: audience.kind === 'writer' ? view.root.variables : {},
    createdAt: revision.createdAt.toISOString(),
    git: tellsGit(audience, options) ? gitOf(revision) : undefined,
    mergedFrom: audience.kind === 'writer' ? mergedFrom : undefined,
    urls: { app: `${context.links.space(space.organizationId, space.id).app}/~/revisions/${revision.id}` },
  }
}

/** Visitors do not get to know the repository. */
function tellsGit(audience: Audience, { metadata }: PresentOptions) {
  return metadata && audience.kind === 'writer'
}

function gitOf({ git }: RevisionRow) {
  return git ? presentCommit(git) : undefined
}

/** Under its own name, and under the one that clients of the public API look for. */
export function presentCommit(git: NonNullable<RevisionRow['git']>) {
  return { ...git, createdByGitBook: git.createdByService }
}

/** What each change did; `at` is the path under which the pages can be read. */
export function presentOutcome(
  ctx: ReadContext,
  space: SeenSpace,
  { outcomes, files }: EditResult,
  at = `/v1/spaces/${space.id}/content`,
): ContentOutcome {
  return {
    changes: outcomes.map((outcome) =>
      outcome.object === 'deleted_page' || !('page' in outcome)
        ? outcome
        : {
            ...outcome,
            page: {
              object: 'page',
              id: outcome.page,
              urls: { location: ctx.links.of(`${at}/page/${outcome.page}`) },
            },
          },
    ),
    insertedFiles: files.map((file) => {
      const { id, name, contentType, size, dimensions } = file
      return { id, name, contentType, size, dimensions, downloadURL: downloadUrl(ctx, space, file) }
    }),
  }
}
