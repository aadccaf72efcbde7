// Blanks, in time that grows with the text. A pattern such as /[ \t]+$/ is tried anew at every blank: a line of 80,000 of
// them with a letter behind would take seconds.

export function withoutTrailingBlanks(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--
  return end === text.length ? text : text.slice(0, end)
}

/** Blank lines too. */
export function withoutTrailingLines(text: string): string {
  let end = text.length
  while (end > 0 && (isBlank(text.charCodeAt(end - 1)) || text[end - 1] === '\n')) end--
  return end === text.length ? text : text.slice(0, end)
}

export function withoutBlanksAround(text: string): string {
  let start = 0
  while (start < text.length && isBlank(text.charCodeAt(start))) start++
  return withoutTrailingBlanks(start === 0 ? text : text.slice(start))
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** Line ends, with all white space around them, as one blank or whatever stands for it. */
export function joinLines(text: string, glue = ' '): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  const first = lines.shift() ?? ''
  const last = lines.pop() ?? ''
  const between = lines.map((line) => line.trim()).filter((line) => line !== '')
  return [first.trimEnd(), ...between, last.trimStart()].join(glue)
}
