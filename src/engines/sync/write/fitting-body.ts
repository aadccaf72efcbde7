/** A text as the file has it: with its line ends, and its last line ended as before. New files end their last line. */
export function fittingBody(text: string, before: string | undefined) {
  if (before === undefined || before === '') return text === '' || text.endsWith('\n') ? text : `${text}\n`
  const windows = before.includes('\r\n') && !/(^|[^\r])\n/.test(before)
  const fitting = windows ? text.replaceAll(/\r?\n/g, '\r\n') : text
  const [, end = ''] = /((?:\r?\n)*)$/.exec(before) ?? []
  const [, stem = fitting] = /^([\s\S]*?)(?:\r?\n)*$/.exec(fitting) ?? []
  return stem === '' ? fitting : stem + end
}
