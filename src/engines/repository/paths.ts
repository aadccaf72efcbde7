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

/** Percent-encoding undone; what is not encoded properly is meant as it stands. */
export function decodePath(target: string): string {
  if (!target.includes('%')) return target
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
