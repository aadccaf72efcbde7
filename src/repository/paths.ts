// Paths inside a space: parts with `/` between them, none in front.

/** Where a relative path leads from a folder; undefined when it leads out of the space. */
export function resolvePath(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

/** The path as it is written in a link that stands in `file`. */
export function relativeTarget(path: string, file: string): string {
  const from = folderOf(file) === '' ? [] : folderOf(file).split('/')
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  const relative = [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
  // What a link reads as something else than a part of a path.
  const spelt = relative.replace(/%(?=[0-9a-fA-F]{2})/g, '%25').replaceAll('#', '%23')
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:|^\//.test(spelt) ? `./${spelt}` : spelt
}

/** Percent-encoding undone; what is not encoded properly is meant as it stands. */
export function decodePath(target: string): string {
  if (!target.includes('%')) return target
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
