// What was left out of a source or is damaged in it: grouped on the terminal, and all of it in a file.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../../world/make-folder.ts'
import { counted } from '../export.ts'

export type SourceProblem = { file: string; line?: number; kind: string; message: string }

/** `counts`: of all of them, where only some are at hand. */
export type SourceProblems = { problems: SourceProblem[]; counts: Record<string, number> }

const MOST_SHOWN = 3

export function problemsOf(problems: SourceProblem[]): SourceProblems {
  const counts: Record<string, number> = {}
  for (const { kind } of problems) counts[kind] = (counts[kind] ?? 0) + 1
  return { problems, counts }
}

/** The kinds, the most frequent first, each with a few examples. */
export function thingsToLookAt({ problems, counts }: SourceProblems, file?: string): string[] {
  const kinds = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (kinds.length === 0) return []
  const groups = kinds.flatMap(([kind, count]) => {
    const shown = problems.filter((one) => one.kind === kind).slice(0, MOST_SHOWN)
    return [
      `    ${count} × ${kind}`,
      ...shown.map((one) => `      ${placeOf(one)}: ${one.message}`),
      ...(count > shown.length ? [`      and ${count - shown.length} more`] : []),
    ]
  })
  return [
    `  ${counted(totalOf(counts), 'problem')} to check:`,
    ...groups,
    ...(file ? [`  All of them: ${file}`] : []),
  ]
}

/** In the data folder, and in the place of the one that was written there before; undefined where there is nothing to tell. */
export async function writeReport(
  dataFolder: string,
  name: string,
  { problems, counts }: SourceProblems,
): Promise<string | undefined> {
  if (problems.length === 0) return
  const missing = totalOf(counts) - problems.length
  const lines = [
    ...problems.map((one) => `${placeOf(one)}: ${one.kind}: ${one.message}`),
    ...(missing > 0 ? [`and ${missing} more of these kinds`] : []),
  ]
  const folder = join(dataFolder, 'reports')
  await makeFolders(folder, 0o700)
  const file = join(folder, `${name}.txt`)
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  return file
}

function totalOf(counts: Record<string, number>) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function placeOf({ file, line }: SourceProblem) {
  return line === undefined ? file : `${file}:${line}`
}
