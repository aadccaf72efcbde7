/** So many at a time, in order. */
export function inGroups<T>(items: T[], size: number) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}

/** What has the same key together, in order. */
export function groupBy<Key, Value>(values: Iterable<Value>, keyOf: (value: Value) => Key) {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
