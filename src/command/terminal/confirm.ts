import { createInterface } from 'node:readline'
import { invalid } from '../../kit/domain/problems.ts'
import type { CommandContext } from '../context.ts'

/** Goes on only for those who type the name of what would be gone for good, or who said --yes. */
export async function confirmDeletion({ io, isJson }: CommandContext, warning: string, name: string) {
  if (isJson || !io.stdin) throw invalid('This cannot be undone: add --yes to confirm')
  io.stderr.write(`${warning}\nType ${name} to delete it: `)
  const typed = await firstLine(io.stdin)
  if (typed !== name) throw invalid(`The input is not ${name}: nothing was deleted`)
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string | undefined> {
  const lines = createInterface({ input })
  try {
    for await (const line of lines) return line.trim()
  } finally {
    lines.close()
  }
}
