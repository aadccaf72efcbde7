// Scripts run under an account without rights where the server is root. Any other user cannot hand out accounts: then
// they run as the server's own user, and only the walls of workerd keep them in.
import { chmod, chown, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ScriptAccount = { uid: number; gid: number }

/**
 * Of nobody else: as nobody, which the embedded database runs as, a script that broke out could end that, and read all it
 * keeps. An account needs no entry in passwd. This number is in no range that systems give out, and within the 65,536
 * that containers have.
 */
const OWN: ScriptAccount = { uid: 65_529, gid: 65_529 }

export function accountOfScripts(): ScriptAccount | undefined {
  return process.getuid?.() === 0 ? OWN : undefined
}

/** A new folder that only the account can enter. Root's own TMPDIR may be inaccessible to others. */
export async function makeFolder(account: ScriptAccount | undefined): Promise<string> {
  const above = await realpath(account ? '/tmp' : tmpdir())
  const folder = await mkdtemp(join(above, 'quire-scripts-'))
  await handOver(folder, account)
  return folder
}

export async function handOver(path: string, account: ScriptAccount | undefined) {
  await chmod(path, 0o700)
  if (account) await chown(path, account.uid, account.gid)
}
