const KILOBYTE = 1024

export function sizeInWords(bytes: number | undefined, locale = 'en'): string {
  if (bytes === undefined) return ''
  const said = (size: number, unit: string, more: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, ...more }).format(size)
  if (bytes < KILOBYTE) return said(bytes, 'byte', { unitDisplay: 'long' })
  const kilobytes = bytes / KILOBYTE
  if (kilobytes < KILOBYTE) return said(kilobytes, 'kilobyte', { maximumFractionDigits: 0 })
  return said(kilobytes / KILOBYTE, 'megabyte', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
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
