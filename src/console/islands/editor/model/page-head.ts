// What stands above the text of a page: its title, what it is about, and an emoji.
export type Head = { title: string; description: string; emoji: string; icon: string }
export type HeadField = keyof Head

/** One that both sides changed: somebody decides. Until then the page has ours. */
export type HeadConflict = { field: HeadField; mine: string; theirs: string }

const FIELDS = ['title', 'description', 'emoji', 'icon'] as const

export function headOf(page: Partial<Record<HeadField, string>>): Head {
  const { title = '', description = '', emoji = '', icon = '' } = page
  return { title, description, emoji, icon }
}

/** What is to be sent; undefined where nothing was touched. A page without a title keeps the one it has. */
export function headChange(saved: Head, now: Head): Record<string, string | null> | undefined {
  const changed = FIELDS.filter((name) => now[name].trim() !== saved[name].trim())
  const sent = changed.filter((name) => name !== 'title' || now.title.trim() !== '')
  if (sent.length === 0) return
  const sentOf = (name: HeadField) => {
    const text = now[name].trim()
    return text === '' && (name === 'emoji' || name === 'icon') ? null : text
  }
  return Object.fromEntries(sent.map((name) => [name, sentOf(name)]))
}

/** Three ways come together, field by field. */
export function mergeHeads(saved: Head, mine: Head, theirs: Head): { head: Head; conflicts: HeadConflict[] } {
  const head = { ...mine }
  const conflicts: HeadConflict[] = []
  for (const field of FIELDS) {
    const [was, own, other] = [saved, mine, theirs].map((one) => one[field].trim())
    if (other === was || other === own) continue
    if (own === was) head[field] = theirs[field]
    else conflicts.push({ field, mine: mine[field], theirs: theirs[field] })
  }
  return { head, conflicts }
}
