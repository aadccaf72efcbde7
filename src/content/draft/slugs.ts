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
