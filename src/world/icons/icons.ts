import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { codeOf } from '../network/fetch-failure.ts'

// The icons that pages name: Font Awesome Free, by Fonticons, CC BY 4.0. Each is read from its package when it is first
// asked for. Names come from strangers, so a path is only made of what is surely a name.

export type NamedIcon = { width: number; height: number; path: string }

const MOST_KEPT = 2000
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LONGEST_NAME = 60
const STYLES = ['solid', 'regular', 'brands'] as const

/** Answers by name; undefined for a name that the free icons do not have. */
export function openIcons(preferred: 'solid' | 'regular' = 'solid'): (name: string) => NamedIcon | undefined {
  const folder = folderOfIcons()
  const known = new LRUCache<string, { icon?: NamedIcon }>({ max: MOST_KEPT })
  return (written) => {
    const name = written.trim().replace(/^(?:fa-(?:solid|regular|brands) )?fa-/, '')
    if (name.length > LONGEST_NAME || !NAME.test(name)) return undefined
    const found = known.get(name)
    if (found) return found.icon
    try {
      const icon = readIcon(folder, name, preferred)
      known.set(name, { icon })
      return icon
    } catch {
      // Too many open files, say: at another time there is one.
      return undefined
    }
  }
}

/** All of them, each once. */
export function iconNames(): string[] {
  const files = STYLES.flatMap((style) => readdirSync(join(folderOfIcons(), style)))
  return [...new Set(files.flatMap((file) => /^(.+)\.svg$/.exec(file)?.[1] ?? []))].sort()
}

function folderOfIcons() {
  const home = createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json')
  return join(dirname(home), 'svgs')
}

function readIcon(folder: string, name: string, preferred: string): NamedIcon | undefined {
  for (const style of [preferred, ...STYLES.filter((one) => one !== preferred)]) {
    const icon = parseIcon(readText(join(folder, style, `${name}.svg`)))
    if (icon) return icon
  }
  return undefined
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return ''
  }
}

function parseIcon(svg: string): NamedIcon | undefined {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  const paths = [...svg.matchAll(/<path[^>]* d="([^"]+)"/g)].map(([, path]) => path)
  if (!width || !height || paths.length === 0) return undefined
  return { width: Number(width), height: Number(height), path: paths.join(' ') }
}
