const KILOBYTE = 1024

export function sizeInWords(bytes: number | undefined): string {
  if (bytes === undefined) return ''
  if (bytes < KILOBYTE) return `${bytes} bytes`
  const kilobytes = bytes / KILOBYTE
  return kilobytes < KILOBYTE ? `${Math.round(kilobytes)} kB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}

/** What kind of file it is, by the end of its name or else by its type. */
export function fileKind(name: string, contentType = ''): string {
  const [, ending] = /\.([a-z0-9]{1,6})$/i.exec(name) ?? []
  if (ending) return ending.toUpperCase()
  const [, kind] = /^[a-z]+\/([a-z0-9]{1,8})$/i.exec(contentType) ?? []
  return kind ? kind.toUpperCase() : ''
}

/** What a file is called by its address. */
export function nameIn(href: string): string {
  const [path = ''] = href.split(/[?#]/)
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name) || href
  } catch {
    return name || href
  }
}
