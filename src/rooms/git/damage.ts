// Links of pages that lead to nothing in the repository. They are told, and kept as they are.
import { readTarget } from '../../content/paths.ts'
import type { FileProblem, Repository } from './repository.ts'

export function linkChecker({ taken }: Repository) {
  const folders = new Set<string>()
  for (const path of taken) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'))
  }
  const exists = (path: string) =>
    path === '' || taken.has(path) || folders.has(path) || taken.has(`${path}.md`)

  return function brokenLinks(file: string, links: string[]): FileProblem[] {
    const problems: FileProblem[] = []
    for (const link of new Set(links)) {
      const target = readTarget(link, file)
      if (target.kind !== 'inside' || exists(target.path)) continue
      if (!link.includes('/') && taken.has(`.gitbook/assets/${target.path}`)) continue
      const isPage = /\.md$/i.test(target.path) || !/\.[^./]{1,5}$/.test(target.path)
      const kind = isPage ? 'broken-link' : 'missing-file'
      problems.push({ file, kind, message: `The link to ${link.slice(0, 300)} leads to nothing` })
    }
    return problems
  }
}
