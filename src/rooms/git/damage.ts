// Links of pages that lead to nothing in the repository. They are told, and kept as they are.
import type { ReadPage } from './read-files.ts'
import { ASSETS_FOLDER, type FileProblem, type Repository } from './repository.ts'

export function linkChecker({ taken }: Repository) {
  const folders = new Set<string>()
  for (const path of taken) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'))
  }
  const exists = (path: string) =>
    path === '' || taken.has(path) || folders.has(path) || taken.has(`${path}.md`)

  return function brokenLinks(file: string, links: ReadPage['links']): FileProblem[] {
    const problems: FileProblem[] = []
    for (const [link, path] of links) {
      if (exists(path) || (!link.includes('/') && taken.has(ASSETS_FOLDER + path))) continue
      const isPage = /\.md$/i.test(path) || !/\.[^./]{1,5}$/.test(path)
      const kind = isPage ? 'broken-link' : 'missing-file'
      problems.push({ file, kind, message: `The link to ${link.slice(0, 300)} leads to nothing` })
    }
    return problems
  }
}
