import { randomBytes } from 'node:crypto'
import { Value } from 'typebox/value'
import type { Config } from './config.ts'
import { LongWork } from './engines/content/long-work.ts'
import { inSpan } from './in-span.ts'
import { changedBy, noticesOf, readNotice } from './kit/domain/changes.ts'
import {
  type Actor,
  integrationOf,
  NOBODY,
  type Origin,
  type OutsideContext,
  SYSTEM,
  type WriteContext,
} from './kit/domain/context.ts'
import { EVENTS, type Events, type EventType } from './kit/domain/event-shapes.ts'
import { type EventFacts, isMatch, resourceOf } from './kit/domain/events.ts'
import type { InTransaction, Job } from './kit/domain/jobs.ts'
import { type Links, linksFrom } from './kit/domain/links.ts'
import type { PollerCounts } from './kit/domain/poller.ts'
import type { Room } from './kit/http/operations/room.ts'
import { sweepIdempotencyKeys } from './kit/http/requests/idempotency.ts'
import { unmarkingBlobs } from './kit/storage/blob-marks.ts'
import { openListener } from './kit/storage/database/listener.ts'
import { settingOf } from './kit/storage/database/settings.ts'
import { watchSchema } from './kit/storage/database/watch-schema.ts'
import { afterCommit, allowLongStatements, beforeCommit, type Database, type Tx } from './kit/storage/db.ts'
import { type EventNews, openEventNews } from './kit/storage/event-news.ts'
import {
  hasUnsequencedEvents,
  insertEvents,
  type SequencedEvent,
  sequenceEvents,
} from './kit/storage/events.ts'
import { NO_CACHE, openFreshCache } from './kit/storage/fresh-cache.ts'
import type { NewJob } from './kit/storage/jobs/job-store.ts'
import { isLeased, type Lease, takeLease } from './kit/storage/jobs/leases.ts'
import { openQueue, type Queue } from './kit/storage/jobs/queue.ts'
import { openNodeCache } from './kit/storage/node-cache.ts'
import type { Replica } from './kit/storage/replica/replica.ts'
import { startPollers } from './poller.ts'
import type { Blobs } from './world/blobs/blobs.ts'
import type { Clock } from './world/clock.ts'
import type { Git } from './world/git/git.ts'
import type { Ids } from './world/ids.ts'
import type { Log, RootLog } from './world/log/log.ts'
import type { Machine } from './world/machine/machine.ts'
import type { Mailer } from './world/mail/mailer.ts'
import type { Fetcher } from './world/network/fetcher.ts'
import type { Resolver } from './world/network/resolver.ts'
import type { Scripts } from './world/scripts/scripts.ts'
import { signerWith } from './world/secrets/signer.ts'
import type { Vault } from './world/secrets/vault.ts'
import { type Threads, ThreadsClosed } from './world/threads/threads.ts'
import type { Span, Tracing } from './world/tracing/tracing.ts'

/** What is outside of us, and differs in tests. */
export type World = {
  clock: Clock
  ids: Ids
  fetcher: Fetcher
  resolver: Resolver
  mailer: Mailer
  git: Git
  blobs: Blobs
  threads: Threads
  scripts: Scripts
  vault: Vault
  log: RootLog
  /** Where it is on. */
  tracing?: Tracing
}

/** Everything the rooms stand on, opened. */
export type Services = World & {
  links: Links
  database: Database
  queue: Queue
  rooms: Room[]
  jobs: Job[]
  /** Signs cursors; shared by all processes on one database. */
  cursorKey: Buffer
  /** For work that reads, or waits for others. */
  outside(actor: Actor, origin?: Origin): OutsideContext
  /** What may be a second old, for readers of sites; undefined where there is nothing to read it from. */
  forReaders(origin: Origin): OutsideContext | undefined
  replica?: Replica
  /** For work in a transaction. */
  inside(db: Tx, actor: Actor, origin?: Origin): WriteContext
  /** Does something in a transaction, as part of a span where there is one. */
  inTransaction<T>(work: (db: Tx) => Promise<T>, span?: Span | null): Promise<T>
  /** Does something as the system, in one transaction. */
  asSystem<T>(work: (ctx: WriteContext) => Promise<T>, origin?: Origin): Promise<T>
  /** Gives events that are committed their places, and hands them on; how many there were. */
  sequenceEvents(): Promise<number>
  news: EventNews
  roundCounts: PollerCounts
  /** Hears from here on what other processes change, and keeps what it reads. */
  listen(): Promise<void>
  /** Waits for something before all is closed. */
  beforeClose(stop: () => Promise<void>): void
  close(): Promise<void>
}

export type Foundation = World & {
  database: Database
  replica?: Replica
  publicUrl: Config['publicUrl']
  insightsDays: Config['insightsDays']
  eventsDays: Config['eventsDays']
  translationProvider?: Config['translationProvider']
  signInMethods: Config['signInMethods']
  oidcProviders: Config['oidcProviders']
  signInRules: Config['signInRules']
  machine?: Machine
  rooms: Room[]
  /** Whether this process looks after the queue: expires, schedules. */
  supervise: boolean
}

export async function openServices(foundation: Foundation): Promise<Services> {
  const { clock, ids, fetcher, resolver, mailer, git, threads, scripts, vault, log, database, rooms } =
    foundation
  const { insightsDays, eventsDays, translationProvider, signInMethods, oidcProviders, signInRules } =
    foundation
  const hasMail = mailer.isConfigured
  const { machine, tracing, replica } = foundation
  const blobs = unmarkingBlobs(foundation.blobs, database.db)
  const links = linksFrom(foundation.publicUrl)
  const jobs = [sweepIdempotencyKeys, ...rooms.flatMap((room) => room.jobs ?? [])]
  const listener = openListener(database)
  const queue = openQueue(database, jobs, { supervise: foundation.supervise, clock, log, listener })
  const cache = openFreshCache(listener)
  const forget = (changed: readonly string[]) => {
    replica?.noteChanges(changed)
    cache.forget(changed)
  }
  listener.on('quire_changes', (notice) => forget(readNotice(notice)))
  listener.onGap(() => {
    replica?.doubtAll()
    cache.doubtAll()
  })
  watchSchema(database, listener, log)
  const news = openEventNews(listener)
  const cursorKey = await settingOf(database.db, 'cursor-key', () => randomBytes(32))
  const signer = signerWith(await settingOf(database.db, 'signing-key', () => randomBytes(32)))
  const nodeCache = openNodeCache()
  const listeners = rooms.flatMap((room) => room.listens ?? [])

  const common = {
    clock,
    ids,
    blobs,
    vault,
    nodeCache,
    signer,
    links,
    insightsDays,
    eventsDays,
    translationProvider,
    hasMail,
    signInMethods,
    oidcProviders,
    signInRules,
  }

  function outside(actor: Actor, origin: Origin = NOWHERE): OutsideContext {
    const ctx = plainly(actor, origin.log ?? log)
    if (!tracing || !origin.span?.isSampled) return ctx
    const { span } = origin
    return {
      ...ctx,
      db: database.watchedBy(tracing.statementsOf(span)).db,
      fetcher: tracing.fetcherOf(span, fetcher),
      git: tracing.gitOf(span, git),
    }
  }

  function forReaders({ log: requestLog = log, span }: Origin): OutsideContext | undefined {
    const traced = tracing && span?.isSampled ? tracing.statementsOf(span) : undefined
    const apart = replica?.open(cache, traced)
    return apart && { ...plainly(NOBODY, requestLog), ...apart }
  }

  function plainly(actor: Actor, requestLog: Log): OutsideContext {
    // Written out: this is made for every request, and putting it together from parts would be a twentieth of a small read.
    return {
      clock,
      ids,
      blobs,
      vault,
      nodeCache,
      signer,
      links,
      insightsDays,
      eventsDays,
      translationProvider,
      hasMail,
      signInMethods,
      oidcProviders,
      signInRules,
      db: database.db,
      cache,
      actor,
      fetcher,
      resolver,
      mailer,
      machine,
      git,
      threads,
      scripts,
      onEvents: news.onEvents,
      log: requestLog,
    }
  }

  function inTransaction<T>(work: (db: Tx) => Promise<T>, span?: Span | null): Promise<T> {
    if (!tracing || !span?.isSampled) return database.inTransaction(work)
    return database.watchedBy(tracing.statementsOf(span)).inTransaction(work)
  }

  function inside(db: Tx, actor: Actor, origin: Origin = NOWHERE): WriteContext {
    const emitted: EmittedEvent[] = []
    const traceparent = origin.span?.traceparent
    const source = { actorId: actor.id || undefined, requestId: origin.id, traceparent }
    const integration = integrationOf(actor)
    return {
      ...common,
      db,
      // What this transaction has changed is nobody else's yet, and what others kept is not what it locked.
      cache: NO_CACHE,
      actor,
      log: origin.log ?? log,
      async emit(type, ...payloads) {
        if (emitted.length === 0 && payloads.length > 0)
          beforeCommit(db, () => writeEvents(db, source, integration, emitted))
        for (const payload of payloads) {
          if (!Value.Check(EVENTS[type].payload, payload))
            throw new Error(`This is not a valid payload of ${type}`)
          emitted.push({ id: ids.next(), type, payload })
        }
      },
      async enqueue(job, payload, options) {
        if (!Value.Check(job.payload, payload)) throw new Error(`This is not a valid payload for ${job.name}`)
        await queue.send(db, job.name, Object(payload), traceparent ? { ...options, traceparent } : options)
      },
    }
  }

  async function writeEvents(
    db: Tx,
    source: Pick<EventFacts, 'actorId' | 'requestId'> & Pick<NewJob, 'traceparent'>,
    integration: string | null,
    events: EmittedEvent[],
  ) {
    const createdAt = clock.now()
    const changed = changedBy(events)
    afterCommit(db, () => {
      forget(changed)
      news.tellWritten()
    })
    await insertEvents(db, {
      notices: noticesOf(changed),
      ids: events.map(({ id }) => id),
      types: events.map(({ type }) => type),
      organizationIds: events.map(({ payload }) =>
        'organizationId' in payload ? payload.organizationId : null,
      ),
      resources: events.map(({ payload }) => resourceOf(payload)),
      payloads: events.map(({ payload }) => JSON.stringify(payload)),
      actorId: source.actorId ?? null,
      integration,
      requestId: source.requestId ?? null,
      traceparent: source.traceparent ?? null,
      createdAt,
    })
  }

  function asSystem<T>(work: (ctx: WriteContext) => Promise<T>, origin?: Origin): Promise<T> {
    return inTransaction((db) => work(inside(db, SYSTEM, origin)), origin?.span)
  }

  async function settle() {
    if (!(await hasUnsequencedEvents(database.db))) return 0
    return asSystem(async (ctx) => {
      const sequenced = await sequenceEvents(ctx.db)
      if (sequenced.length === 0) return 0
      const heard = jobsAbout(sequenced)
      if (heard.length > 0) await queue.sendAll(ctx.db, heard)
      const eventIds = sequenced.map(({ id }) => id)
      for (const { follows } of rooms) await follows?.(ctx, eventIds)
      return sequenced.length
    })
  }

  /** For those who listen. What follows a space does so once, however often that changed meanwhile. */
  function jobsAbout(sequenced: SequencedEvent[]): NewJob[] {
    const jobs = new Map<string, NewJob>()
    for (const { id, type, payload, createdAt, actorId, requestId, traceparent } of sequenced) {
      const told = payload as Events[EventType]
      const facts: EventFacts = {
        eventId: id,
        type: type as EventType,
        createdAt: createdAt.toISOString(),
        ...(actorId && { actorId }),
        ...(requestId && { requestId }),
      }
      for (const { job, isOnceASpace } of listeners.filter(({ to }) => isMatch(to, type))) {
        const key = isOnceASpace && 'spaceId' in told ? told.spaceId : undefined
        jobs.set(`${job} ${key ?? id}`, {
          name: job,
          payload: { ...facts, ...told },
          key,
          ...(traceparent && { traceparent }),
        })
      }
    }
    return [...jobs.values()]
  }

  const stopping: (() => Promise<void>)[] = []

  return {
    clock,
    ids,
    fetcher,
    resolver,
    mailer,
    git,
    blobs,
    threads,
    scripts,
    vault,
    log,
    tracing,
    links,
    database,
    queue,
    rooms,
    jobs,
    cursorKey,
    outside,
    forReaders,
    replica,
    inside,
    inTransaction,
    asSystem,
    sequenceEvents: settle,
    news,
    roundCounts: new Map(),
    listen: listener.listen,
    beforeClose: (stop) => void stopping.push(stop),
    async close() {
      for (const stop of stopping) await stop()
      // An index goes on where it was, in another process or after the next start: nobody waits for its end.
      await threads.close('index')
      await queue.close()
      listener.close()
      await threads.close()
      mailer.close()
      await scripts.close()
      await tracing?.close()
      await replica?.close()
      await database.close()
    },
  }
}

/** Where nothing is known of what work is done for. */
const NOWHERE: Origin = {}

type EmittedEvent = { id: string; type: EventType; payload: Events[EventType] }

/** Does a job in a process of its own, so that one that ends its process ends nobody else's work. */
export type RunApart = (job: Job, payload: unknown, traceparent?: string) => Promise<void>

/** Takes jobs and does them until the services close. */
export async function startWorkers(services: Services, runApart: RunApart) {
  const reading = services.outside(SYSTEM)
  await services.listen()
  for (const job of services.jobs) {
    await services.queue.work(job, async ({ payload, lostItsProcess, traceparent }) => {
      const parent = traceparent ?? undefined
      // What somebody is at is not lost, though it was begun and has not ended.
      if (job.lease && (await isLeased(services.database, job.lease(payload))))
        return runLater(services, job, payload, parent)
      if (lostItsProcess || (await job.lostItsProcess?.(reading, payload)))
        return runApart(job, payload, parent)
      return runJob(services, job, payload, parent).catch((error) => {
        if (error instanceof LongWork) return runApart(job, payload, parent)
        // The service closes: that is no failure of the job.
        if (error instanceof ThreadsClosed) return runLater(services, job, payload, parent)
        throw error
      })
    })
    if (job.atStart) await services.asSystem((ctx) => ctx.enqueue(job, {}, { key: job.name }))
  }
  services.beforeClose(startPollers(services))
}

/** How long to wait for somebody else who does the same work. */
const SOON = 2_000

/** `parent` is the trace that it goes on with. */
export async function runJob<Payload>(
  services: Services,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  parent?: string,
): Promise<void> {
  if (!job.lease) return perform(services, job, payload, { parent })
  const name = job.lease(payload)
  const lease = await takeLease(services.database, name)
  if (!lease) return runLater(services, job, payload, parent)
  try {
    await perform(services, job, payload, { parent, lease })
  } finally {
    await lease.release()
  }
}

function runLater<Payload>(
  services: Services,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  traceparent: string | undefined,
) {
  const startAfter = new Date(services.clock.now().getTime() + SOON)
  const sent = {
    name: job.name,
    payload: Object(payload),
    key: job.lease?.(payload),
    startAfter,
    traceparent,
  }
  return services.asSystem((ctx) => services.queue.sendAll(ctx.db, [sent]))
}

type Performance = { parent?: string; lease?: Lease }

function perform<Payload>(
  services: Services,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  { parent, lease }: Performance,
) {
  return inSpan(services, { name: `job ${job.name}`, parent }, (span) => {
    const inTransaction: InTransaction = (work) =>
      services.asSystem(
        async (ctx) => {
          await allowLongStatements(ctx.db)
          await lease?.confirm(ctx.db)
          return work(ctx)
        },
        { span },
      )
    if (job.isLong) return job.run(services.outside(SYSTEM, { span }), payload, inTransaction)
    return inTransaction((ctx) => job.run(ctx, payload, inTransaction))
  })
}
