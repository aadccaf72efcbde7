// A page that came from Git is in a file. When it is moved or gets another slug, so does its file, by the custom of
// repositories: pages are in the folder of the page above them. Pages below it stay where they are.

const README = /(^|\/)(readme|index)\.md$/i

/** The page that a folder stands for. */
export function isReadme(file: string) {
  return README.test(file)
}

/** The folder for the pages below a page that is in this file. */
export function folderBelow(file: string) {
  return isReadme(file) ? folderOf(file) : file.replace(/\.md$/i, '')
}

/** The folder in which a page is, alone or as a folder of its own. */
export function folderAround(file: string) {
  return isReadme(file) ? folderOf(folderOf(file)) : folderOf(file)
}

/** The README of the whole space is its first page wherever that is put. */
export function isHome(file: string) {
  return /^readme\.md$/i.test(file)
}

export function folderOf(file: string) {
  return file.split('/').slice(0, -1).join('/')
}

export function joinPath(folder: string, name: string) {
  return folder === '' ? name : `${folder}/${name}`
}

/** The file in another folder, under its own name or a new one. A folder's README moves with a folder's name. */
export function fileIn(folder: string, file: string, slug?: string) {
  const parts = file.split('/')
  const name = parts.at(-1) ?? file
  if (!isReadme(file) || parts.length === 1) return joinPath(folder, slug === undefined ? name : `${slug}.md`)
  return joinPath(folder, joinPath(slug ?? parts.at(-2) ?? '', name))
}

/** The file itself, or the next one that is free. */
export async function freeFile(file: string, isTaken: (file: string) => Promise<boolean>) {
  for (const one of filesFor(file)) if (!(await isTaken(one))) return one
  return file
}

/** The file and those that come next, without end: page.md, page-1.md …; picture.png, picture-1.png … */
export function* filesFor(file: string) {
  const [, stem = file, ending = ''] = /^(.*?)((?:\/(?:readme|index))?\.md|\.[^./]+)$/i.exec(file) ?? []
  yield file
  for (let count = 1; ; count++) yield `${stem}-${count}${ending}`
}
