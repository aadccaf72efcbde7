// Contents that several pages share: here they become part of each of them.
import { readTarget } from '../../content/links/paths.ts'
import { linksIn, replaceTargets } from '../../markdown/links.ts'
import { splitPage } from '../../repository/page/page-file.ts'
import { LIMITS } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import { decodeText } from '../text.ts'
import type { ImportAssets } from './import-assets.ts'

export function openIncludes(assets: ImportAssets) {
  /** By path, ready to stand on any page. Empty while it is being made, so that one that holds itself ends. */
  const shared = new Map<string, string>()

  /** The text of the page at `path` with what it includes. Tags in code are code. */
  function into(path: string, text: string): string {
    if (!/\{%\s*include\s/.test(text)) return text
    let out = ''
    let at = 0
    for (const { target, use, from, to } of linksIn(text)) {
      const found = use === 'include' ? textAt(path, target) : undefined
      if (found === undefined) continue
      const start = text.lastIndexOf('{%', from)
      const before = text.slice(text.lastIndexOf('\n', start) + 1, start)
      out += text.slice(at, start) + below(before, found)
      at = text.indexOf('%}', to) + 2
      if (out.length > LIMITS.pageBytes)
        throw new Refusal('too_large', `“${path.slice(-80)}” has more than 2 MB with what it includes`)
    }
    return out + text.slice(at)
  }

  function textAt(path: string, target: string): string | undefined {
    const read = readTarget(target, path)
    const bytes = read.kind === 'inside' ? assets.files.get(read.path) : undefined
    if (read.kind !== 'inside' || !bytes) return
    const known = shared.get(read.path)
    if (known !== undefined) return known
    assets.serve(read.path)
    shared.set(read.path, '')
    const whole = into(read.path, splitPage(decodeText(bytes)).body.trim())
    // Links start from where the shared text is, so they are told from the top.
    const text = replaceTargets(whole, (written) => {
      const meant = readTarget(written, read.path)
      return meant.kind === 'inside' ? `/${encodeURI(meant.path)}${meant.tail}` : undefined
    })
    shared.set(read.path, text)
    return text
  }

  return { into }
}

/** In a quote or an item of a list, each line belongs to it. */
function below(before: string, text: string) {
  if (before === '') return text
  const inset = before.replaceAll(/[^>\s]/g, ' ')
  return text.replaceAll(/\n(?=[^\n])/g, `\n${inset}`)
}
