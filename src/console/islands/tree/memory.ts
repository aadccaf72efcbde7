// Which pages of a space are open in the tree, kept in this browser.
const MOST = 2_000
/** A tree as small as this begins open. */
const SMALL = 60

export function openMemory(space: string) {
  const key = `quire-tree-${space}`
  return {
    read(parents: readonly string[]): ReadonlySet<string> {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        if (Array.isArray(kept)) return new Set(kept.map(String))
      } catch {
        // Browsers may refuse to keep anything; then it begins as it would for somebody new.
      }
      return new Set(parents.length <= SMALL ? parents : [])
    },
    write(open: ReadonlySet<string>) {
      try {
        localStorage.setItem(key, JSON.stringify([...open].slice(-MOST)))
      } catch {
        // As above.
      }
    },
  }
}
