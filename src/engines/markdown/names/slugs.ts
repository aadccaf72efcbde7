const WORDS: Record<string, string | undefined> = { '&': ' and ', '<': ' less than ', '>': ' greater than ' }

/** The anchor of a title: letters of any script, digits, and the few signs that anchors keep. */
export function slugOf(title: string): string {
  const slug = lettersOf(title)
    .replace(/[\s/-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return withPrefix(slug)
}

/** As releases before 0.15 wrote it: people have links to these. */
export function formerSlugOf(title: string): string {
  return withPrefix(
    lettersOf(title)
      .trim()
      .replace(/[\s-]+/g, '-'),
  )
}

function lettersOf(title: string) {
  return title
    .toLowerCase()
    .replace(/[&<>]/g, (sign) => WORDS[sign] ?? '')
    .replace(/[^\p{L}\p{M}\p{N}\s.+_/-]/gu, '')
}

/** An anchor that begins with a digit gets a prefix, as in the texts that link to it. */
function withPrefix(slug: string) {
  return /^\d/.test(slug) ? `id-${slug}` : slug
}

/**
 * The anchor that is meant by one that is not there, if just one is alike. Links that were made for other tools have
 * other signs between the words (4-1-2-strings for id-4.1.2.-strings), and nothing where a title has `&` (use--care).
 */
export function anchorLike(wanted: string, anchors: Iterable<string>): string | undefined {
  const [plain, spelt] = [bare(wanted), bare(wanted.replaceAll('--', '-and-'))]
  const [like, spelled]: [string[], string[]] = [[], []]
  for (const anchor of anchors) {
    if (anchor === wanted) return anchor
    const letters = bare(anchor)
    if (letters === plain) like.push(anchor)
    else if (letters === spelt) spelled.push(anchor)
  }
  const [found, ...others] = plain === '' ? [] : like.length > 0 ? like : spelled
  return others.length === 0 ? found : undefined
}

function bare(anchor: string) {
  return anchor.toLowerCase().replace(/^id-|[^\p{L}\p{N}]/gu, '')
}

/** Hands out anchors, each only once. */
export class Anchors {
  private readonly taken = new Set<string>()
  private readonly next = new Map<string, number>()

  reserve(id: string): void {
    this.taken.add(id)
  }

  isTaken(id: string): boolean {
    return this.taken.has(id)
  }

  unique(wanted: string): string {
    const base = wanted === '' ? 'section' : wanted
    let id = base
    let number = this.next.get(base) ?? 1
    while (this.taken.has(id)) id = `${base}-${number++}`
    this.next.set(base, number)
    this.taken.add(id)
    return id
  }
}
