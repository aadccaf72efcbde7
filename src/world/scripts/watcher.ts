import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ScriptAccount } from './account.ts'

/** Ends processes when the server is gone, however it went. */
export type Watcher = { watch(pid: number): void; forget(pid: number): void; end(): Promise<void> }

/**
 * A shell that reads which processes there are from a pipe. The system closes the pipe when the server ends, also by
 * SIGKILL; then the shell kills what is left and removes the folder. It works wherever there is a shell, which the ways
 * of the system itself (PR_SET_PDEATHSIG and the like) do not.
 */
const WATCH = `
all=
while read -r sign pid; do
  case $sign in
    +) all="$all $pid" ;;
    -) kept=; for one in $all; do [ "$one" = "$pid" ] || kept="$kept $one"; done; all=$kept ;;
  esac
done
[ -z "$all" ] || kill -9 $all
rm -rf -- "$1"
`

export function startWatcher(folder: string, account: ScriptAccount | undefined): Watcher {
  const child = spawn('/bin/sh', ['-c', WATCH, 'sh', folder], {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal to the whole group, as by Ctrl-C, is not for the one who cleans up.
    detached: true,
  })
  const gone = once(child, 'exit').catch(() => {})
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  return {
    watch: (pid) => child.stdin.write(`+ ${pid}\n`),
    forget: (pid) => child.stdin.write(`- ${pid}\n`),
    end: async () => {
      child.stdin.end()
      await gone
    },
  }
}
