// Pages in folders: a folder's README or index is its page, all else is below it, in the order of the names.
import { MOST_LEVELS } from '../../content/draft/depth.ts'
import type { ImportAssets } from './import-assets.ts'
import type { Sheet } from './import-tree.ts'
import { compareNames, folderOf, stemOf, titleFromName } from './names.ts'

type Branch = { name: string; path?: string; children: Map<string, Branch> }

const INDEX = /^(?:readme|index|_index|home)$/i

/** `make` makes the page of a path; a folder without one gets an empty page of its name. */
export function sheetsInFolders(
  assets: ImportAssets,
  paths: readonly string[],
  make: (path: string) => Sheet,
): Sheet[] {
  const root: Branch = { name: '', children: new Map() }
  for (const path of paths) {
    const branch = branchAt(root, folderOf(path))
    const stem = stemOf(path)
    if (INDEX.test(stem) && !branch.path) branch.path = path
    else placed(branch, stem, path)
  }
  const top = sheetsBelow(assets, root, make)
  return root.path ? [make(root.path), ...top] : top
}

function branchAt(root: Branch, folder: string): Branch {
  let at = root
  // A name may have thousands of folders in it; pages are at most so deep.
  for (const name of folder === '' ? [] : folder.split('/', MOST_LEVELS)) {
    const next = at.children.get(name) ?? { name, children: new Map() }
    at.children.set(name, next)
    at = next
  }
  return at
}

/** `guide.md` beside `guide/` is the page of that folder; a second file of one name is a page beside it. */
function placed(into: Branch, stem: string, path: string) {
  const there = into.children.get(stem)
  if (!there) into.children.set(stem, { name: stem, path, children: new Map() })
  else if (!there.path) there.path = path
  else into.children.set(path, { name: stem, path, children: new Map() })
}

function sheetsBelow(assets: ImportAssets, branch: Branch, make: (path: string) => Sheet): Sheet[] {
  const inOrder = [...branch.children.values()].sort((one, other) => compareNames(one.name, other.name))
  return inOrder.map((child) => {
    const sheet = child.path
      ? make(child.path)
      : { ref: assets.nextRef(), title: titleFromName(child.name), markdown: '', children: [] }
    return { ...sheet, children: sheetsBelow(assets, child, make) }
  })
}
