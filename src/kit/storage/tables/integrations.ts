import type { ColumnType, Generated } from 'kysely'

export type IntegrationTables = {
  integrations: IntegrationsTable
  integrationVersions: IntegrationVersionsTable
  integrationInstallations: InstallationsTable
  integrationPlacements: PlacementsTable
  integrationDeliveries: DeliveriesTable
  integrationSnapshots: SnapshotsTable
  waitingScriptEvents: WaitingScriptEventsTable
  siteScriptAllowances: ScriptAllowancesTable
  siteScriptBlocks: ScriptBlocksTable
}

/** Read as a value and written as text; readers know its shape. */
type Json<T = object> = ColumnType<T, string, string>

export type InstallationStatus = 'active' | 'pending' | 'paused'
export type PlaceSelection = 'all' | 'selected'
export type DeliveryLog = { message: string; timestamp: string; level: 'debug' | 'info' | 'warn' | 'error' }

/** Read where there is still something, and written no more. */
type Cleared = ColumnType<Record<string, unknown> | null, undefined, null>

type IntegrationsTable = {
  name: string
  organizationId: string
  version: number
  devUrl: string | null
  isDevForAll: Generated<boolean>
  createdAt: Date
  updatedAt: Date
}

type IntegrationVersionsTable = {
  integration: string
  version: number
  manifest: Json
  script: string
  icon: string | null
  previews: string[]
  secrets: string
  publishedBy: string | null
  createdAt: Date
}

type InstallationsTable = {
  id: string
  integration: string
  organizationId: string
  status: InstallationStatus
  spaceSelection: Generated<PlaceSelection>
  siteSelection: Generated<PlaceSelection>
  /** Null while only some are selected. */
  allSpacesSince: Date | null
  allSitesSince: Date | null
  /** The approved scopes. */
  scopes: string[]
  /** Of earlier releases; the first start seals it. */
  configuration: Cleared
  sealedConfiguration: string
  externalIds: Generated<string[]>
  /** When admins were told that it fails again and again. */
  failureToldAt: Date | null
  installedBy: string | null
  createdAt: Date
  updatedAt: Date
}

type PlacementsTable = {
  installationId: string
  /** One of the two. */
  spaceId: string | null
  siteId: string | null
  status: InstallationStatus
  /** Of earlier releases; the first start seals it. */
  configuration: Cleared
  sealedConfiguration: string
  externalIds: Generated<string[]>
  createdAt: Date
  updatedAt: Date
}

type SnapshotsTable = {
  id: string
  integration: string
  organizationId: string
  sealed: string
  createdAt: Date
}

type WaitingScriptEventsTable = {
  position: Generated<number>
  integration: string
  organizationId: string
  event: Json<{ type: string } & Record<string, unknown>>
  snapshotId: string | null
  dueAt: Date
  attempts: Generated<number>
  claimedUntil: Date | null
}

/** An external host, and the directive of the content security policy that a page needs for it. */
export type AllowedHost = { directive: string; host: string }

type ScriptAllowancesTable = {
  installationId: string
  siteId: string
  mode: 'hosts' | 'everything'
  hosts: Json<AllowedHost[]>
  updatedBy: string | null
  updatedAt: Date
}

type ScriptBlocksTable = {
  installationId: string
  siteId: string
  directive: string
  host: string
  reports: number
  firstAt: Date
  lastAt: Date
}

type DeliveriesTable = {
  id: string
  integration: string
  installationId: string | null
  payload: Json<Record<string, unknown>>
  /** The configuration before a change, for events about a change. */
  sealedPrevious: string | null
  status: 'success' | 'failed'
  logs: Json<DeliveryLog[]>
  createdAt: Date
}
