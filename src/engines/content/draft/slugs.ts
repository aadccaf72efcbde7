const LONGEST = 100
// A slug becomes the name of a file, with an ending and perhaps a number behind it: file systems take 255 bytes.
const MOST_BYTES = 200

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A title as part of an address: letters and digits of any script, lower case, joined by hyphens. */
export function slugOf(title: string) {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    // Before it is cut: a Korean syllable is up to three characters until it is put together.
    .normalize('NFC')
  return slug === '' ? 'page' : cut(slug)
}

/** What a name may have in an address beside letters and digits. */
const KEPT = '._+-'
const OTHERS = `[^\\p{L}\\p{N}${KEPT}]`
const AROUND = new RegExp(`^${OTHERS}+|${OTHERS}+$`, 'gu')
const BETWEEN = new RegExp(`-*${OTHERS}(?:-|${OTHERS})*`, 'gu')
/** Addresses that end like this are those of files: of a page as Markdown, of a feed, of what robots read. */
const ENDING = /\.(?=(?:md|txt|xml|json|rss|pdf|png|ico)$)/

/** The name of a file, or a slug that somebody chose, as part of an address: as it is, but for its case and odd signs. */
export function slugOfName(name: string) {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(AROUND, '')
    .replaceAll(BETWEEN, '-')
    .replace(/^\.+/, '')
    .normalize('NFC')
  return /[\p{L}\p{N}]/u.test(slug) ? cut(slug).replace(ENDING, '-') : slugOf(name)
}

/** Whether `slugOf` makes something else of a slug. */
export function isPlainSlug(slug: string) {
  return !/[._+\p{Lu}]|--|^-|-$/u.test(slug)
}

/**
 * The slug itself, or the next one that is free among those taken: name, name-1, name-2 … Where many are taken one after
 * the other, `next` remembers which number comes next.
 */
export function freeSlug(wanted: string, taken: ReadonlySet<string>, next = new Map<string, number>()) {
  let slug = cut(wanted)
  let count = next.get(wanted) ?? 1
  for (; taken.has(slug); count++) {
    const tail = `-${count}`
    slug = cut(wanted, tail.length) + tail
  }
  next.set(wanted, count)
  return slug
}

/** Short enough with `room` more ASCII characters behind it. */
function cut(slug: string, room = 0) {
  const fits = (text: string) => text.length <= LONGEST - room && Buffer.byteLength(text) <= MOST_BYTES - room
  if (fits(slug)) return slug
  const graphemes = Array.from(segmenter.segment(slug), ({ segment }) => segment)
  // Unicode sets no limit to one grapheme.
  const kept = longest(graphemes, fits) || longest([...slug], fits)
  return kept.replace(/-+$/, '')
}

function longest(parts: string[], fits: (text: string) => boolean) {
  let text = ''
  for (const part of parts) {
    if (!fits(text + part)) break
    text += part
  }
  return text
}
