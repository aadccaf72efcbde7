import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The shorter Markdown files of a folder and all below it. */
export function pagesBelow(folder: string | undefined): string[] {
  if (!folder) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).filter(({ length }) => length < 20_000)
}
