// Why a process ended, from what it said at last.
import { ScriptFailed, withoutHandler } from './failure.ts'
import type { Exit } from './process.ts'

export function readDeath({ signal, problem }: Exit, stderr: string): ScriptFailed {
  if (problem) return new ScriptFailed('crashed', 'The script could not be started.', { cause: problem })
  if (/out of memory|heap limit|allocation failed/i.test(stderr))
    return new ScriptFailed('memory', 'The script exceeded its memory limit.', { cause: stderr })
  const mistake = mistakeIn(stderr)
  if (mistake.includes(`does not provide an export named 'default'`)) return withoutHandler()
  if (!signal && mistake) return new ScriptFailed('invalid', `The script cannot be started: ${mistake}`)
  return new ScriptFailed('crashed', 'The process of the script ended while it ran.', { cause: stderr })
}

/** workerd begins with the name of its service, which is no use to a reader. */
function mistakeIn(stderr: string) {
  const [, said = ''] = /service script: ([\s\S]*)/.exec(stderr) ?? []
  return said
    .replaceAll(/^service \w+: /gm, '')
    .trim()
    .slice(0, 2_000)
}
