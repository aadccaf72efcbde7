const MOST_LINES = 200

/** The last lines, but all of them to whoever listens. Progress is many lines over each other, parted by \r. */
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
