// Links that were made for other tools have other signs between the words: 4-1-2-strings, id-4.1.2.-strings; and nothing
// where the heading has `&`: use--care, use-and-care.
export function headingLike(name) {
  const bare = (id) => id.toLowerCase().replace(/^id-|[^\p{L}\p{N}]/gu, '')
  const headings = [...document.querySelectorAll('.content :is(h2, h3, h4, h5, h6)[id]')]
  const like = (wanted) => headings.find(({ id }) => bare(id) === bare(wanted))
  return like(name) ?? (name.includes('--') ? like(name.replaceAll('--', '-and-')) : undefined)
}
