const WORDS: Record<string, string | undefined> = { '&': ' and ', '<': ' less than ', '>': ' greater than ' }

/** The anchor of a title: letters of any script, digits, and the few signs that anchors keep. */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[&<>]/g, (sign) => WORDS[sign] ?? '')
    .replace(/[^\p{L}\p{M}\p{N}\s.+_/-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
  // An anchor that begins with a digit gets a prefix, as in the texts that link to it.
  return /^\d/.test(slug) ? `id-${slug}` : slug
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
