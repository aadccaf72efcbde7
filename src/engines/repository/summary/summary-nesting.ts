export type OpenEntry<T> = { column: number; entry: T }

/**
 * Leaves those open that an entry at this column is below: they begin at least two columns before it. One column is
 * carelessness, not a level.
 */
export function closeFor(open: OpenEntry<unknown>[], column: number): void {
  while (open.length > 0 && (open.at(-1)?.column ?? 0) > column - 2) open.pop()
}
