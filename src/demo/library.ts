// The sample content as it lies on the disk: one folder a space, in the layout of a repository, so that its relative
// links work there too. SUMMARY.md has the order of the pages, and headings for the groups.
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { slugOf } from '../engines/content/draft/slugs.ts'
import { ASSETS } from '../engines/content/links/paths.ts'
import { splitPage } from '../engines/repository/page/page-file.ts'
import type { InsertFiles, InsertPage } from '../rooms/content/pages/schema-changes.ts'
import { ownFile } from '../world/own-files.ts'

// The same folder from src/demo and from dist/program.
const FOLDER = ownFile('src/demo/content/')

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
}

/** A page to insert, and its path in the space. `ref` is the path too, and never a target of a link. */
export type DemoPage = { path: string; change: InsertPage & { ref: string } }

export type Volume = { leaves: DemoPage[]; files: InsertFiles }

export async function readVolume(name: string): Promise<Volume> {
  const folder = new URL(`${name}/`, FOLDER)
  const summary = await readFile(new URL('SUMMARY.md', folder), 'utf8')
  const leaves: DemoPage[] = []
  for (const entry of entriesOf(summary)) leaves.push({ path: entry.path, change: await read(folder, entry) })
  return { leaves, files: await readFiles(new URL(`${ASSETS}/`, folder)) }
}

/** Another text that somebody proposes, not part of any space yet. */
export async function readDraft(name: string) {
  return bodyOf(await readFile(new URL(`drafts/${name}.md`, FOLDER), 'utf8'))
}

type Entry = { title: string; path: string; file?: string; url?: string; into?: string }

const GROUP = /^## (.+)$/
const ITEM = /^( *)\* \[(.+)\]\((.+)\)$/

function entriesOf(summary: string): Entry[] {
  const entries: Entry[] = []
  let group: string | undefined
  const above: string[] = []
  for (const line of summary.split('\n')) {
    const [, heading] = GROUP.exec(line) ?? []
    if (heading) {
      group = slugOf(heading)
      entries.push({ title: heading, path: group })
    }
    const [, indent = '', title, target] = ITEM.exec(line) ?? []
    if (!title || !target) continue
    const depth = indent.length / 2
    const into = depth === 0 ? group : above[depth - 1]
    const isLink = /^https?:/.test(target)
    const path = isLink ? [into, slugOf(title)].join('/') : target.replace(/(\/README)?\.md$/, '')
    above[depth] = path
    entries.push({ title, path, into, ...(isLink ? { url: target } : { file: target }) })
  }
  return entries
}

async function read(folder: URL, { title, path, file, url, into }: Entry): Promise<DemoPage['change']> {
  const place = {
    operation: 'insert_page' as const,
    title,
    slug: path.split('/').at(-1),
    ref: refOf(path),
    into: into === undefined ? null : refOf(into),
  }
  if (url) return { ...place, type: 'link', url }
  if (!file) return { ...place, type: 'group' }
  const { look, markdown } = bodyOf(await readFile(new URL(file, folder), 'utf8'))
  return { ...place, ...look, type: 'document', document: { markdown } }
}

/** A name that pages of one request have for each other; nothing that a link would say. */
function refOf(path: string) {
  return `page ${path}`.slice(0, 100)
}

type Look = Pick<InsertPage, 'emoji' | 'icon' | 'description' | 'condition'>

/** A page's text without what is kept beside it: frontmatter and title. */
function bodyOf(text: string): { look: Look; markdown: string } {
  const { fields, body } = splitPage(text)
  const { emoji, icon, description, condition } = fields
  const look = {
    ...(emoji && { emoji }),
    ...(icon && { icon }),
    ...(description && { description }),
    ...(condition && { condition }),
  }
  return { look, markdown: body }
}

async function readFiles(folder: URL): Promise<InsertFiles> {
  const names = (await readdir(folder).catch(() => [])).sort()
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      base64: await readFile(new URL(name, folder), 'base64'),
      contentType: TYPES[extname(name)],
    })),
  )
  return { operation: 'insert_files', files }
}
