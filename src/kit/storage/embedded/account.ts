// PostgreSQL refuses to run as root. Everything that touches the cluster is a child process, and as root
// each of them runs under an account without rights.
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type DatabaseAccount = { uid: number; gid: number }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

export function findNobody(passwd = readFileSync('/etc/passwd', 'utf8')): DatabaseAccount {
  const [, uid = '65534', gid = '65534'] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Spawn options that hand on nothing of ours: neither secrets in the environment, nor a folder it may not enter. */
export function childOptions(account: DatabaseAccount | undefined) {
  return { ...account, cwd: '/', env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' } }
}

/** Asks the system by trying: modes alone say nothing of access lists, mounts and the folders above. */
export function canEnter(account: DatabaseAccount, folder: string): boolean {
  const options = { ...childOptions(account), timeout: 5_000 }
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], options).status === 0
}

type Run = { account: DatabaseAccount | undefined; timeout: number; input?: string }

/** Runs a program to its end; if it fails, the error carries what the program said. */
export function run(program: string, args: string[], { account, timeout, input = '' }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...childOptions(account), timeout, killSignal: 'SIGKILL' as const }
    const child = execFile(program, args, options, (problem, _stdout, stderr) => {
      if (!problem) return resolve()
      reject(new Error(`${basename(program)} failed: ${stderr.trim() || problem.message}`))
    })
    // A child that dies early breaks its input; the callback above tells the better story.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
