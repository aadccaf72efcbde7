import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '../../world/clock.ts'
import type { FreeSpace } from '../../world/machine/disk-space.ts'
import type { Gauge as Known } from '../domain/gauge.ts'
import type { PollerCounts } from '../domain/poller.ts'
import type { Database } from '../storage/db.ts'
import type { Queue } from '../storage/jobs/queue.ts'
import type { Replica } from '../storage/replica/replica.ts'

export type Metrics = {
  observe(operation: string, status: number, seconds: number): void
  /** An answer of a site, to whoever reads it. */
  observeSite(kind: string, seconds: number): void
  /** The text that Prometheus reads. */
  text(): Promise<string>
  contentType: string
}

type Measured = {
  database: Database
  clock: Clock
  queue: Queue
  poller: PollerCounts
  gauges: Known[]
  freeSpace?: FreeSpace
  replica?: Pick<Replica, 'lag' | 'hindrance'>
}

/** Those who scrape more often get the same numbers again. */
const COUNTED_EVERY = 15_000

export function openMetrics({
  database,
  clock,
  queue,
  poller,
  gauges,
  freeSpace,
  replica,
}: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quire_' })
  const requests = new Counter({
    name: 'quire_http_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'] as const,
    registers: [registry],
  })
  const latency = new Histogram({
    name: 'quire_http_request_duration_seconds',
    help: 'Time to answer, by operation',
    labelNames: ['operation'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'quire_database_connections',
    help: 'Connections to the database, by state',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool
      this.set({ state: 'busy' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'awaited' }, waitingCount)
    },
  })
  const ofJobs = { labelNames: ['job'] as const, registers: [registry] }
  const attempts = new Counter({
    name: 'quire_job_attempts_total',
    help: 'Jobs that this process completed or failed',
    labelNames: ['job', 'result'] as const,
    registers: [registry],
  })
  const givenUp = new Gauge({
    ...ofJobs,
    name: 'quire_jobs_given_up',
    help: 'Jobs that failed permanently and need an administrator',
  })
  const waiting = new Gauge({
    ...ofJobs,
    name: 'quire_jobs_waiting',
    help: 'Jobs waiting in the queue',
  })
  async function countJobs() {
    const counts = await queue.counts()
    attempts.reset()
    for (const { name, ...count } of counts) {
      waiting.set({ job: name }, count.waiting)
      givenUp.set({ job: name }, count.givenUp)
      attempts.inc({ job: name, result: 'done' }, count.done)
      attempts.inc({ job: name, result: 'failed' }, count.failed)
    }
    for (const [name, { done, failed }] of poller) {
      attempts.inc({ job: name, result: 'done' }, done)
      attempts.inc({ job: name, result: 'failed' }, failed)
    }
  }
  const sites = new Histogram({
    name: 'quire_site_answer_duration_seconds',
    help: 'Time to answer readers of sites, by what they got',
    labelNames: ['kind'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const free = new Gauge({
    name: 'quire_disk_free_bytes',
    help: 'Free space on the disk of a folder',
    labelNames: ['folder'] as const,
    registers: [registry],
  })
  const lag = new Gauge({
    name: 'quire_replica_lag_seconds',
    help: 'How far the replica of the database is behind; nothing without one',
    registers: [registry],
  })
  const used = new Gauge({
    name: 'quire_replica_used',
    help: 'Whether readers of sites are answered from the replica of the database',
    registers: [registry],
  })
  function measureReplica() {
    const seconds = replica?.lag()
    if (seconds === undefined) lag.remove()
    else lag.set(seconds)
    // Zero would be a replica that is not used.
    if (!replica) used.remove()
    else used.set(replica.hindrance() === undefined ? 1 : 0)
  }
  const known = gauges.map(({ name, help, label, read }) => ({
    read,
    label,
    shown: new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] }),
  }))
  let countedAt = Number.NEGATIVE_INFINITY
  async function count() {
    const now = clock.now()
    if (Math.abs(now.getTime() - countedAt) < COUNTED_EVERY) return
    countedAt = now.getTime()
    for (const { read, label, shown } of known) {
      const values = await read(database.db, now)
      shown.reset()
      for (const { of, value } of values) shown.set(label && of !== undefined ? { [label]: of } : {}, value)
    }
  }
  async function measureSpace() {
    for (const { folder, bytes } of (await freeSpace?.()) ?? []) free.set({ folder }, bytes)
  }
  const countOf = remembering<Counter.Internal>()
  const timeOf = remembering<Histogram.Internal<'operation'>>()
  return {
    observe(operation, status, seconds) {
      countOf(`${operation} ${status}`, () => requests.labels(operation, String(status))).inc()
      timeOf(operation, () => latency.labels(operation)).observe(seconds)
    },
    observeSite: (kind, seconds) => sites.labels(kind).observe(seconds),
    async text() {
      await countJobs()
      await count()
      await measureSpace()
      measureReplica()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Looking a series up by its labels costs more than counting: each is looked up once. */
function remembering<Series>() {
  const known = new Map<string, Series>()
  return (key: string, find: () => Series): Series => {
    const series = known.get(key) ?? find()
    known.set(key, series)
    return series
  }
}
