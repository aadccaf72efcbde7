const MOST_LINES = 200

/** Keeps the last lines; listeners get all of them. Progress is many lines over each other, separated by \r. */
export function lineReader(onLine?: (line: string) => void) {
  const kept: string[] = []
  let rest = ''
  function line(text: string) {
    if (text.trim() === '') return
    onLine?.(text)
    if (/\d+% \(\d+\/\d+\)/.test(text)) return
    kept.push(text.slice(0, 1000))
    if (kept.length > MOST_LINES) kept.shift()
  }
  return {
    take(chunk: string) {
      const [last = '', ...lines] = (rest + chunk).split(/[\r\n]/).reverse()
      rest = last.slice(-1000)
      for (const text of lines.reverse()) line(text)
    },
    lines() {
      line(rest)
      rest = ''
      return kept
    },
  }
}
