/** An ILIKE pattern for "contains this text", with its wildcards taken literally. */
export function contains(text: string) {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
