// Archives of Markdown or of an exported site.
import { readTarget } from '../../content/links/paths.ts'
import { readConfig } from '../../repository/config.ts'
import { anchorsIn, type PageOptions, sheetAt } from '../pages.ts'
import { decodeText } from '../text.ts'
import { sheetsInFolders } from './folders.ts'
import { type ImportAssets, openImportAssets } from './import-assets.ts'
import type { ImportTree, Sheet } from './import-tree.ts'
import { openIncludes } from './includes.ts'
import { isMarkdownPath, isPagePath } from './names.ts'
import { type ImportedSummaryEntry, readSummary } from './summary.ts'
import { type UnzippedArchive, type UnzippedFiles, unzip, withoutCommonFolder } from './unzip.ts'

export async function convertZip(bytes: Uint8Array): Promise<ImportTree> {
  return convertFiles(withoutCommonFolder(await unzip(bytes)))
}

export function convertFiles(
  { files: all, skipped }: UnzippedArchive,
  more: Partial<PageOptions> = {},
): ImportTree {
  const { files, summary } = spaceIn(all)
  const assets = openImportAssets({ files, skipped })
  for (const path of [...CONFIGS, summary]) if (path !== undefined) assets.serve(path)
  const includes = openIncludes(assets)
  const isContent = (path: string) => isPagePath(path) && !path.startsWith('.gitbook/') && path !== summary
  const paths = [...files.keys()].filter(isContent)
  for (const path of paths) assets.refOfPage(path)
  const options = { isWholeSite: true, linkedTo: anchorsIn(assets, paths), ...more }
  const make = (path: string) =>
    sheetAt(assets, path, {
      ...options,
      edit: (text) => (isMarkdownPath(path) ? includes.into(path, text) : text),
    })
  const text = summary && files.get(summary)
  const sheets = text
    ? listed(assets, readSummary(decodeText(text), true), paths, make)
    : sheetsInFolders(assets, paths, make)
  // Assets belong to the space whether a page shows them or not.
  for (const path of files.keys()) if (path.startsWith('.gitbook/assets/')) assets.take(path)
  return assets.tree(sheets)
}

const CONFIGS = ['.gitbook.yaml', '.gitbook.yml']

/** The folder that the configuration names, and its table of contents if it has one. */
function spaceIn(all: UnzippedFiles): { files: UnzippedFiles; summary?: string } {
  const text = CONFIGS.map((path) => all.get(path)).find((found) => found !== undefined)
  const { root, summary } = readConfig(text ? decodeText(text) : '')
  const folder = root === '' || root.endsWith('/') ? root : `${root}/`
  const below = [...all].filter(([path]) => path.startsWith(folder))
  const files = new Map(below.map(([path, bytes]) => [path.slice(folder.length), bytes]))
  return files.has(summary) ? { files, summary } : { files }
}

/**
 * The pages as a table of contents has them; those it does not name come last and are hidden. A page that it names again
 * stays where it is, and what is below its second name is in the place of that.
 */
function listed(
  assets: ImportAssets,
  entries: ImportedSummaryEntry[],
  paths: string[],
  make: (path: string) => Sheet,
): Sheet[] {
  const all = new Set(paths)
  const left = new Set(paths)
  const sheetsOf = ({ title, target = '', isGroup, children }: ImportedSummaryEntry): Sheet[] => {
    const read = readTarget(target, '')
    const path = read.kind === 'inside' && target !== '' ? pathAt(all, read.path) : undefined
    if (path !== undefined && !left.delete(path)) return children.flatMap(sheetsOf)
    const sheet = path === undefined ? bare(assets, title, target) : { ...make(path), title }
    return [{ ...sheet, children: children.flatMap(sheetsOf), ...(isGroup && { type: 'group' }) }]
  }
  const sheets = entries.flatMap(sheetsOf)
  return [...sheets, ...[...left].map((path) => ({ ...make(path), hidden: true }))]
}

function pathAt(paths: ReadonlySet<string>, path: string) {
  return [path, `${path}.md`, `${path}/README.md`].find((candidate) => paths.has(candidate))
}

/** An entry without a page of its own. */
function bare(assets: ImportAssets, title: string, target: string): Sheet {
  const sheet = { ref: assets.nextRef(), title, markdown: '', children: [] }
  return /^https?:/i.test(target) ? { ...sheet, type: 'link', url: target } : sheet
}
