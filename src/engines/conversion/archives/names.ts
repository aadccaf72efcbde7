// Names of files as people read and sort them.

const PAGE = /\.(?:md|markdown|mdown|html?|xhtml)$/i

export function isPagePath(path: string) {
  return PAGE.test(path)
}

export function isMarkdownPath(path: string) {
  return /\.(?:md|markdown|mdown)$/i.test(path)
}

/** Without ending and folder. */
export function stemOf(path: string) {
  return (path.split('/').at(-1) ?? path).replace(PAGE, '')
}

export function folderOf(path: string) {
  return path.split('/').slice(0, -1).join('/')
}

/** `01-getting_started` is Getting started. */
export function titleFromName(name: string) {
  const words = name
    .replace(/^\d{1,4}[-_. ]+(?=\S)/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** 2 comes before 10. */
export function compareNames(one: string, other: string) {
  return collator.compare(one, other)
}
