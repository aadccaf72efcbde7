export function wordsOf(query) {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

// 2: all words stand in what a row shows; 1: some of them only in what is behind it; 0: no match.
export function strengthOf(words, shown, behind) {
  if (words.every((word) => shown.includes(word))) return 2
  return words.every((word) => shown.includes(word) || behind.includes(word)) ? 1 : 0
}
