import type { GitOperation } from '../../rooms/content/git/schema.ts'

/** More than that is not read on a terminal. */
const MOST_SHOWN = 20

type Report = NonNullable<GitOperation['report']>

/** How many problems there are of each kind, where the first of them are, and how to see the others. */
export function problemLines(report: Report, spaceId: string, operationId: string): string[] {
  const total = problemCount(report)
  const shown = report.problems.slice(0, MOST_SHOWN)
  const lines = [
    ...Object.entries(report.counts).map(([kind, count]) => `  ${count} × ${kind}`),
    ...shown.map(
      ({ file, line, message }) => `    ${line === undefined ? file : `${file}:${line}`}  ${message}`,
    ),
  ]
  if (total > shown.length)
    lines.push(
      `    and ${total - shown.length} more: GET /v1/spaces/${spaceId}/git/operations/${operationId} lists them, and so does --json`,
    )
  return lines
}

/** All of them: a report names no more than the first 1,000. */
function problemCount({ counts }: Report) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
