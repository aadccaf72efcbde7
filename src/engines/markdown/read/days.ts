/** The day that a date begins with, as in `2026-02-28T10:00`; undefined where there is none, as on the thirty-first of February. */
export function dayIn(date: string): string | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(date) ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined
  return new Date(day).toISOString().startsWith(day) ? day : undefined
}
