import type { NodeCache } from '../../engines/content/nodes/nodes.ts'
import type { Blobs } from '../../world/blobs/blobs.ts'
import type { Clock } from '../../world/clock.ts'
import type { Git } from '../../world/git/git.ts'
import type { Ids } from '../../world/ids.ts'
import type { Log } from '../../world/log/log.ts'
import type { Machine } from '../../world/machine/machine.ts'
import type { Mailer } from '../../world/mail/mailer.ts'
import type { Fetcher } from '../../world/network/fetcher.ts'
import type { Resolver } from '../../world/network/resolver.ts'
import type { OidcProvider } from '../../world/oidc/provider.ts'
import type { Scripts } from '../../world/scripts/scripts.ts'
import type { Signer } from '../../world/secrets/signer.ts'
import type { Vault } from '../../world/secrets/vault.ts'
import type { Threads } from '../../world/threads/threads.ts'
import type { Span } from '../../world/tracing/tracing.ts'
import type { Db, Tx } from '../storage/db.ts'
import type { FreshCache } from '../storage/fresh-cache.ts'
import type { SendOptions } from '../storage/jobs/queue.ts'
import type { Viewer } from '../storage/viewer.ts'
import type { Events, EventType } from './event-shapes.ts'
import type { Job } from './jobs.ts'
import type { Links } from './links.ts'
import type { SignInMethod, SignInRules } from './sign-in-methods.ts'

/** A visitor of a published site: not a member, known only by their proof of access. */
export type Visitor = {
  organizationId: string
  siteId: string
  /** What they may read there now. */
  spaceIds: readonly string[]
  claims: Readonly<Record<string, unknown>>
}

/** An integration where it is installed: it acts in one organization, within what its scopes name. */
export type Installed = {
  id: string
  integration: string
  organizationId: string
  scopes: readonly string[]
  /** What it was installed on. */
  spaceIds: readonly string[] | 'all'
  siteIds: readonly string[] | 'all'
}

/** The directory of an organization, such as Okta or Microsoft Entra: it says by SCIM who belongs to it, and nothing else. */
export type Directory = { tokenId: string; organizationId: string }

/** Of the script of an integration: what it changes while it is told that it is set up, it is not told again. */
type Script = { isSettingUp?: boolean }

/** What a person showed to be let in. `none`: the server acts for them. */
export type Credential =
  /** `scopes`: what it is limited to; null where it may do all that its owner may. */
  | { kind: 'token'; id: string; scopes: readonly string[] | null; isLimited?: boolean }
  /**
   * `isLimited`: it began at a provider of an organization, and is good for that alone. `lacksSecondFactor`: they must set
   * one up before anything else.
   */
  | { kind: 'session'; id: string; authenticatedAt: Date; isLimited?: boolean; lacksSecondFactor: boolean }
  | { kind: 'none'; id: '' }

export const NO_CREDENTIAL: Credential = { kind: 'none', id: '' }

/** `isEmailVerified`: they showed that mail to their address reaches them, or an administrator vouches for it. */
export type Person = {
  kind: 'user'
  id: string
  email: string
  isEmailVerified: boolean
  isAdministrator: boolean
  credential: Credential
  /** Organizations of theirs that what they showed is not enough for: they are as if they did not exist. */
  closedTo: readonly string[]
}

/** Who acts. An `installation` goes by the id of the person who answers for it. `nobody` came without a token; `system` is the command line and the background. */
export type Actor =
  | { kind: 'visitor'; id: ''; isAdministrator: false; visitor: Visitor }
  | Person
  | ({ kind: 'installation'; id: string; isAdministrator: false; installation: Installed } & Script)
  | ({ kind: 'integration'; id: ''; isAdministrator: false; integration: string } & Script)
  | { kind: 'directory'; id: ''; isAdministrator: false; directory: Directory }
  | { kind: 'nobody'; id: ''; isAdministrator: false }
  | { kind: 'system'; id: ''; isAdministrator: true }

/** The integration whose script acts, or the directory that does. */
export function integrationOf(actor: Actor): string | null {
  if (actor.kind === 'directory') return `scim:${actor.directory.tokenId}`
  if (actor.kind === 'integration') return actor.integration
  return actor.kind === 'installation' ? actor.installation.integration : null
}

/** Whether an organization wants its own sign-in, and this is none. */
export function isClosedTo(actor: Actor, organizationId: string) {
  return actor.kind === 'user' && actor.closedTo.includes(organizationId)
}

/** As queries see an actor: what is closed to them is left out. */
export function viewerOf(actor: Actor): Viewer {
  return { id: actor.id, closedTo: actor.kind === 'user' ? actor.closedTo : [] }
}

/** Whether a resource of an organization is out of an actor's reach, regardless of who the actor acts for. */
export function isOutOfReach(
  actor: Actor,
  { organizationId, spaceId, siteId }: { organizationId: string; spaceId?: string; siteId?: string },
) {
  if (isClosedTo(actor, organizationId)) return true
  if (actor.kind !== 'installation') return false
  const { installation } = actor
  const isAmong = (ids: readonly string[] | 'all', id: string) => ids === 'all' || ids.includes(id)
  if (installation.organizationId !== organizationId) return true
  if (spaceId !== undefined && !isAmong(installation.spaceIds, spaceId)) return true
  return siteId !== undefined && !isAmong(installation.siteIds, siteId)
}

export const NOBODY: Actor = { kind: 'nobody', id: '', isAdministrator: false }
export const SYSTEM: Actor = { kind: 'system', id: '', isAdministrator: true }

/** An address that is sent texts and answers translations, and what it knows us by. */
export type TranslationProvider = { url: string; token?: string }

/** What work is done for: a request is one. */
export type Origin = { id?: string; log?: Log; span?: Span | null }

/** What every piece of work has. */
type Common = {
  actor: Actor
  clock: Clock
  ids: Ids
  /** For secrets that are needed again. */
  vault: Vault
  /** Bytes by their hash; harmless before a commit, since what nothing names is swept. */
  blobs: Blobs
  /** Content nodes that were read before. They never change. */
  nodeCache: NodeCache
  /** What follows from the database, until that changes. In a transaction it keeps nothing. */
  cache: FreshCache
  /** Proves that an id or an address that comes back was given out by us. */
  signer: Signer
  links: Links
  /** Days that what visitors of sites did is kept. */
  insightsDays: number
  /** Days that events are kept. */
  eventsDays: number
  /** The translation provider, if there is one. */
  translationProvider?: TranslationProvider
  /** Whether e-mail can be sent. Without it, links are shown to be copied. */
  hasMail: boolean
  /** How a sign-in may begin. */
  signInMethods: readonly SignInMethod[]
  /** Identity providers of the settings. */
  oidcProviders: readonly OidcProvider[]
  signInRules: SignInRules
  log: Log
}

/** Work that reads. The two others can do that too. A context is passed first, by hand. */
export type ReadContext = Common & { db: Db }

/** Work that changes something: all of it in one transaction. */
export type WriteContext = Common & {
  db: Tx
  /**
   * Tells of one event a payload, with a job for every room that listens. All events of a transaction are written
   * together, as the last of it.
   */
  emit<Type extends EventType>(type: Type, ...payloads: Events[Type][]): Promise<void>
  /** Sends a job in this transaction: rolled back with it, invisible before it commits. */
  enqueue<Payload>(job: Job<Payload>, payload: NoInfer<Payload>, options?: SendOptions): Promise<void>
}

/** Work that may wait for others: it has no transaction, so that nothing is locked meanwhile. */
export type OutsideContext = ReadContext & {
  /** The only way out to the network. */
  fetcher: Fetcher
  /** Used by the job that sends mail; everybody else queues a mail. */
  mailer: Mailer
  /** Of the process that serves; commands have none. */
  machine?: Machine
  /** What the name service knows of hosts. */
  resolver: Resolver
  /** Repositories elsewhere, and our copies of them. */
  git: Git
  /** For work that would keep other requests waiting. */
  threads: Threads
  /** Scripts of integrations, in processes of their own. */
  scripts: Scripts
  /** Hears, until it is called off, that an organization may have events, or a person notifications, that were not there before. */
  onEvents(organizationOrUserId: string, hear: () => void): () => void
}
