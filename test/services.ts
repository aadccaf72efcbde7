import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../src/app.ts'
import type { TranslationProvider, WriteContext } from '../src/kit/domain/context.ts'
import type { RoleOrGuest } from '../src/kit/domain/roles.ts'
import {
  NO_SIGN_IN_RULES,
  SIGN_IN_METHODS,
  type SignInMethod,
  type SignInRules,
} from '../src/kit/domain/sign-in-methods.ts'
import type { Room } from '../src/kit/http/operations/room.ts'
import { type Database, openDatabase } from '../src/kit/storage/db.ts'
import type { Replica } from '../src/kit/storage/replica/replica.ts'
import { makeRounds } from '../src/poller.ts'
import { issueToken } from '../src/rooms/people/identity/tokens.ts'
import { createUser } from '../src/rooms/people/identity/users.ts'
import { foundOrganization } from '../src/rooms/people/members/found-organization.ts'
import { addMembers } from '../src/rooms/people/members/members.ts'
import { rooms } from '../src/rooms.ts'
import { openServices, runJob, type Services } from '../src/services.ts'
import { movableClock } from '../src/world/clock.ts'
import { openLog, type RootLog } from '../src/world/log/log.ts'
import type { Machine } from '../src/world/machine/machine.ts'
import type { Mailer } from '../src/world/mail/mailer.ts'
import type { OidcProvider } from '../src/world/oidc/provider.ts'
import type { Tracing } from '../src/world/tracing/tracing.ts'
import { type Answer, clientFor } from './counterparts/client.ts'
import type { TestDatabase } from './database/create-database.ts'
import { cloneTemplate } from './database/database.ts'
import { atEndOfFile, sharedByTests } from './file-scope.ts'
import { interceptedGit, interceptedThreads } from './intercept.ts'
import { watchShapes } from './measures/shapes.ts'
import { gitFolder, testWorld } from './world.ts'

export type Person = { id: string; email: string; displayName: string; token: string; tokenId: string }

const DAY = 24 * 60 * 60 * 1000
const sharedServices = sharedByTests(() => buildTestServices())

export type TestOptions = Partial<AppOptions> & {
  extraRooms?: Room[]
  log?: RootLog
  mailer?: Mailer
  translationProvider?: TranslationProvider
  signInMethods?: readonly SignInMethod[]
  oidcProviders?: readonly OidcProvider[]
  signInRules?: SignInRules
  machine?: Machine
  tracing?: Tracing
  /** A copy of the database that follows it. */
  replica?: (primary: Database) => Replica
  /** One that has something in it already. */
  connection?: TestDatabase
}

/** Services with a database of their own. Most tests share one a file: see `openTestServices`. */
export async function buildTestServices({
  extraRooms = [],
  log,
  mailer,
  translationProvider,
  signInMethods = SIGN_IN_METHODS,
  oidcProviders = [],
  signInRules = NO_SIGN_IN_RULES,
  machine,
  tracing,
  replica,
  connection,
  ...options
}: TestOptions = {}) {
  const clock = movableClock()
  const world = testWorld(clock)
  const { threads, interceptTasks } = interceptedThreads(world.threads)
  const { git, interceptGit } = interceptedGit(world.git)
  const logged: string[] = []
  const database = openDatabase(connection ?? (await cloneTemplate()), { maxConnections: 8 })
  const services = await openServices({
    ...world,
    threads,
    git,
    mailer: mailer ?? world.mailer,
    log: log ?? openLog('warn', { write: (line) => void logged.push(line) }),
    database,
    publicUrl: 'http://quire.test',
    insightsDays: 400,
    eventsDays: 365,
    translationProvider,
    machine,
    tracing,
    replica: replica?.(database),
    signInMethods,
    oidcProviders,
    signInRules,
    rooms: [...rooms, ...extraRooms],
    supervise: false,
  })
  await services.listen()
  const app = await buildApp(services, { trustProxy: false, ...options })
  watchShapes(app)
  await app.ready()
  atEndOfFile(async () => {
    await app.close()
    await services.close()
    await rm(gitFolder, { recursive: true, force: true })
  })
  return { app, services, clock, interceptTasks, interceptGit, logged }
}

/**
 * The app on real SQL, with an organization of its own and people in it for every call; tests never meet each
 * other's data, so they need not clean up.
 */
export async function openTestServices() {
  return furnish(await sharedServices())
}

export async function furnish(built: Awaited<ReturnType<typeof buildTestServices>>) {
  const { app, services, clock, interceptTasks, interceptGit, logged } = built
  const before = logged.length
  const as = (person?: Person | string) => clientFor(app, typeof person === 'object' ? person.token : person)
  const newPerson = (name: string) => services.asSystem((ctx) => makePerson(ctx, name))
  const people = await services.asSystem(makePeople)
  const organization = { ...people.organization, url: `/v1/orgs/${people.organization.id}` }
  return {
    app,
    services,
    as,
    ...people,
    organization,
    newPerson,
    /** A further member of the organization. */
    newMember: (name: string, role: RoleOrGuest) =>
      services.asSystem(async (ctx) => {
        const person = await makePerson(ctx, name)
        await addMembers(ctx, organization.id, [{ userId: person.id, role }])
        return person
      }),
    /** What happened in the organization, oldest first. */
    events: () =>
      services.database.db
        .selectFrom('events')
        .select(['type', 'payload', 'actorId'])
        .where('organizationId', '=', organization.id)
        .orderBy('id')
        .execute(),
    interceptTasks,
    interceptGit,
    /** Warnings and errors since then, as the log has them. */
    warnings: (): Answer[] => logged.slice(before).map((line) => JSON.parse(line)),
    /** Moves the clock. */
    tick: (days: number) => clock.advance(days * DAY),
    /** Stops the clock until the end of the test. */
    stopClock: () => onTestFinished(clock.stop()),
    /** Runs jobs until none is due, and hands on all events; how many jobs there were. */
    async drain() {
      const handlers = new Map(
        services.jobs.map((job) => [
          job.name,
          (payload: unknown, parent?: string) => runJob(services, job, payload, parent),
        ]),
      )
      let jobs = 0
      do jobs += await services.queue.drain(clock.now(), handlers)
      while ((await makeRounds(services)) > 0)
      return jobs
    },
    sql: <Row>(text: string) => sql.raw<Row>(text).execute(services.database.db),
  }
}

async function makePeople(ctx: WriteContext) {
  const admin = await makePerson(ctx, 'admin')
  const organization = await foundOrganization(ctx, admin.id, { title: 'Acme' })
  const creator = await makePerson(ctx, 'creator')
  const reviewer = await makePerson(ctx, 'reviewer')
  const editor = await makePerson(ctx, 'editor')
  const commenter = await makePerson(ctx, 'commenter')
  const reader = await makePerson(ctx, 'reader')
  const guest = await makePerson(ctx, 'guest')
  await addMembers(ctx, organization.id, [
    { userId: creator.id, role: 'create' },
    { userId: reviewer.id, role: 'review' },
    { userId: editor.id, role: 'edit' },
    { userId: commenter.id, role: 'comment' },
    { userId: reader.id, role: 'read' },
    { userId: guest.id, role: null },
  ])
  // Somebody of another organization.
  const stranger = await makePerson(ctx, 'stranger')
  await foundOrganization(ctx, stranger.id, { title: 'Elsewhere' })
  return { organization, admin, creator, reviewer, editor, commenter, reader, guest, stranger }
}

async function makePerson(ctx: WriteContext, name: string): Promise<Person> {
  const email = `${name}-${randomBytes(5).toString('hex')}@example.org`
  const { id, displayName } = await createUser(ctx, { email, displayName: name })
  const { token, id: tokenId } = await issueToken(ctx, id, { label: 'test' })
  return { id, email, displayName, token, tokenId }
}

/** An administrator of the installation. */
export async function makeAdministrator(services: Services): Promise<Person> {
  const person = await services.asSystem((ctx) => makePerson(ctx, 'administrator'))
  await services.database.db
    .updateTable('users')
    .set({ isAdministrator: true })
    .where('id', '=', person.id)
    .execute()
  return person
}
