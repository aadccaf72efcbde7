// How much memory processes take. The limit of the JavaScript heap is V8's, but what ArrayBuffers hold is outside of it.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Between two looks; a script can fill some 50 MB meanwhile. Elsewhere than on Linux a look is a process. */
export const LOOK_EVERY_MS = process.platform === 'linux' ? 100 : 500

/** Megabytes by process id; those that are gone are left out. */
export async function megabytesOf(pids: number[]): Promise<Map<number, number>> {
  if (pids.length === 0) return new Map()
  if (process.platform !== 'linux') return askPs(pids)
  const found = await Promise.all(pids.map(async (pid) => [pid, await residentOf(pid)] as const))
  return new Map(found.flatMap(([pid, size]) => (size === undefined ? [] : [[pid, size]])))
}

async function residentOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

async function askPs(pids: number[]) {
  const asked = ['-o', 'pid=,rss=', '-p', pids.join(',')]
  // ps fails if one of them is gone, but still lists the others.
  const { stdout } = await promisify(execFile)('/bin/ps', asked).catch((error: { stdout?: string }) => error)
  const rows = (stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)/gm)
  return new Map([...rows].map(([, pid, kilobytes]) => [Number(pid), Number(kilobytes) / 1024]))
}
