import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs } from '../src/world/blobs/memory.ts'
import type { Clock } from '../src/world/clock.ts'
import { systemGit } from '../src/world/git/git.ts'
import { systemIds } from '../src/world/ids.ts'
import { openLog } from '../src/world/log/log.ts'
import { noMailer } from '../src/world/mail/mailer.ts'
import { fakeFetcher } from '../src/world/network/fake-fetcher.ts'
import { fakeResolver } from '../src/world/network/resolver.ts'
import { systemScripts } from '../src/world/scripts/pool.ts'
import { vaultWith } from '../src/world/secrets/vault.ts'
import { inlineThreads } from '../src/world/threads/threads.ts'

/** Where the houses of one test file keep their copies of repositories; made when there is a first one. */
export const gitFolder = join(tmpdir(), `quire-test-git-${randomBytes(6).toString('hex')}`)

/** What the name service of tests knows; `silent.hosts.test` makes it fall silent. */
const HOSTS = {
  'quire.test': { addresses: ['203.0.113.7', '2001:db8::7'] },
  'alias.hosts.test': { aliases: ['quire.test'], addresses: ['203.0.113.7'] },
  'address.hosts.test': { addresses: ['203.0.113.7'] },
  'elsewhere.hosts.test': { aliases: ['pages.example'], addresses: ['203.0.113.99'] },
  'silent.hosts.test': undefined,
}

/** The world as tests have it: a clock that can be moved, no network but loopback Git, blobs in memory. */
export function testWorld(clock: Clock) {
  return {
    clock,
    ids: systemIds(() => clock.now().getTime()),
    fetcher: fakeFetcher({}),
    resolver: fakeResolver(HOSTS),
    mailer: noMailer,
    git: systemGit({ folder: gitFolder, allowPrivateNetwork: true, allowLocalPaths: false }),
    blobs: memoryBlobs(clock),
    threads: inlineThreads,
    scripts: systemScripts({ fetcher: fakeFetcher({}) }),
    vault: vaultWith(randomBytes(32)),
    log: openLog('silent'),
  }
}
