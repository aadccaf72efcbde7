// Of a service that has been at work: what it could not do, and what around it changed since.
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { linksFrom } from '../../kit/domain/links.ts'
import type { Db } from '../../kit/storage/db.ts'
import { listSomeNamedBlobs } from '../../rooms/content/files/store.ts'
import { linkIndex } from '../../rooms/content/pages/link-index/jobs.ts'
import { searchIndex } from '../../rooms/content/search/jobs.ts'
import { askNameService } from '../../rooms/sites/hostnames/check-hostname.ts'
import { listHostnames } from '../../rooms/sites/hostnames/store.ts'
import { openBlobs } from '../../world/blobs/blobs.ts'
import type { Check } from '../../world/machine/machine.ts'
import { systemResolver } from '../../world/network/resolver.ts'
import { plainMessage } from '../terminal/failures.ts'
import { failed, fine, skipped } from './checks.ts'
import { checkKeys } from './checks-keys.ts'

/** Signatures, leases and one-time codes bear this much. */
const MOST_APART = 10_000
const MOST_HOSTNAMES = 50
const MOST_NAMED = 5

/** Of files: enough to tell a wrong place, and one that lost some. */
const SOME = 200

const NAMES = ['background jobs', 'indexes', 'clock', 'keys', 'stored files', 'custom domains']

export function skipWork(why: string): Check[] {
  return NAMES.map((name) => skipped(name, why))
}

export async function checkWork(config: Config, db: Db): Promise<Check[]> {
  return [
    await checkJobs(db),
    await checkIndexes(db),
    await checkClock(db),
    await checkKeys(config, db),
    await checkStoredFiles(config, db),
    await checkHostnames(config, db),
  ]
}

async function checkJobs(db: Db): Promise<Check> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from jobs where state = 'failed' group by name order by 2 desc, 1`.execute(
    db,
  )
  if (rows.length === 0) return fine('background jobs', 'none was given up')
  const finding = `given up: ${rows.map(({ name, count }) => `${name} (${count})`).join(', ')}`
  const advice =
    'To see why: quire jobs failed. To try one again: quire jobs retry <job-id>. After 30 days they are forgotten.'
  return failed('background jobs', finding, advice)
}

async function checkIndexes(db: Db): Promise<Check> {
  const [search, links] = await Promise.all([searchIndex.listBehind(db), linkIndex.listBehind(db)])
  const behind = [...new Set([...search, ...links])]
  // What was edited a moment ago is on its way.
  const waiting = await listWaiting(db)
  const left = behind.filter((spaceId) => !waiting.has(spaceId))
  if (left.length === 0) return fine('indexes', behind.length === 0 ? 'up to date' : 'catching up')
  const named = left.slice(0, MOST_NAMED).join(', ')
  const advice =
    'Start the service, which catches up at its start and every night. If it runs: quire jobs failed says why not.'
  return failed('indexes', `of ${left.length} spaces behind their content: ${named}`, advice)
}

async function listWaiting(db: Db) {
  const { rows } = await sql<{ spaceId: string | null }>`
    select payload ->> 'spaceId' as "spaceId" from jobs where state <> 'failed'`.execute(db)
  return new Set(rows.map(({ spaceId }) => spaceId))
}

async function checkClock(db: Db): Promise<Check> {
  const asked = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const answered = Date.now()
  const there = rows[0]?.now.getTime() ?? Number.NaN
  // Between question and answer it may have been any time.
  const apart = Math.max(0, asked - there, there - answered)
  if (apart <= MOST_APART) return fine('clock', 'as in the database')
  const finding = `${Math.round(apart / 1000)} s away from that of the database`
  return failed('clock', finding, 'Keep the clocks of both machines right, for example with chrony.')
}

/** Whether what the database names is where files are kept: another machine has a folder of its own. */
export async function checkStoredFiles({ blobs: place }: Config, db: Db): Promise<Check> {
  const named = await listSomeNamedBlobs(db, SOME)
  if (named.length === 0) return fine('stored files', 'none yet')
  const where = place.kind === 'folder' ? place.folder : `s3 bucket ${place.bucket}`
  try {
    const blobs = openBlobs(place)
    const found = await Promise.all(named.map((hash) => blobs.has(hash)))
    const missing = found.filter((isThere) => !isThere).length
    if (missing === 0) return fine('stored files', `${named.length} looked for, in ${where}`)
    const advice =
      place.kind === 'folder'
        ? 'Processes on several machines keep files in one place: set QUIRE_BLOBS_URL to an S3 bucket or to a shared folder. If this is the only machine, bring them back from a backup.'
        : 'Check the bucket and the prefix in QUIRE_BLOBS_URL, or bring them back from a backup.'
    return failed('stored files', `${missing} of ${named.length} looked for are not in ${where}`, advice)
  } catch (error) {
    return skipped('stored files', plainMessage(error))
  }
}

async function checkHostnames({ publicUrl }: Config, db: Db): Promise<Check> {
  const hostnames = await listHostnames(db, MOST_HOSTNAMES)
  if (hostnames.length === 0) return fine('custom domains', 'none')
  const asking = { links: linksFrom(publicUrl), resolver: systemResolver() }
  try {
    const statuses = await Promise.all(
      hostnames.map(async ({ hostname }) => ({ hostname, status: await askNameService(asking, hostname) })),
    )
    const wrong = statuses.filter(({ status }) => status !== 'dns_passed')
    if (wrong.length === 0) return fine('custom domains', `${hostnames.length} lead here`)
    const finding = wrong.map(({ hostname, status }) => `${hostname} (${status})`).join(', ')
    const advice =
      'Point them at this installation with a CNAME record: the site says which, under "Domain". Names behind a proxy may lead elsewhere on purpose.'
    return failed('custom domains', `do not lead here: ${finding}`, advice)
  } catch (error) {
    return skipped('custom domains', plainMessage(error))
  }
}
