import type { FastifyInstance } from 'fastify'
import { serveConsole } from './console/routes.ts'
import type { Card } from './engines/pdf/card.ts'
import type { SiteRequest } from './engines/site/answers.ts'
import { NOBODY, type Origin, SYSTEM } from './kit/domain/context.ts'
import { openEventStreams } from './kit/http/answers/event-streams.ts'
import { serveFiles } from './kit/http/answers/files.ts'
import { whileListening } from './kit/http/answers/lazily.ts'
import { servePdfs } from './kit/http/answers/pdfs.ts'
import { buildDocument } from './kit/http/description/document.ts'
import { mountReference } from './kit/http/description/reference.ts'
import { openMetrics } from './kit/http/metrics.ts'
import { mount } from './kit/http/mount.ts'
import { cursors } from './kit/http/operations/cursor.ts'
import { openMethodRefusal } from './kit/http/operations/methods.ts'
import { mountOperating } from './kit/http/operator-endpoints.ts'
import { openReadiness } from './kit/http/readiness.ts'
import { openAdmission } from './kit/http/requests/admission.ts'
import { admit } from './kit/http/requests/auth.ts'
import type { Delegate } from './kit/http/requests/delegate.ts'
import { rateLimiter } from './kit/http/requests/rate-limit.ts'
import { openSharedRateLimits } from './kit/http/requests/shared-rate-limits.ts'
import { openServer, operationOf, type SendNoSite } from './kit/http/server.ts'
import { probeStorage } from './kit/storage/database/probe.ts'
import { pingDatabase } from './kit/storage/db.ts'
import { type ReadChangelog, readChangelog } from './rooms/api-references/openapi/changelog.ts'
import { readApiDocument } from './rooms/api-references/openapi/documents.ts'
import { isSpaceAlive } from './rooms/content/files/store.ts'
import { findPromised, receiveUpload } from './rooms/content/files/uploads.ts'
import { findApi } from './rooms/content/pages/reading/apis.ts'
import { isGoodDownload } from './rooms/content/pages/reading/downloads.ts'
import { findServedPdf } from './rooms/content/pdf/addresses.ts'
import { identifyApp, looksLikeAppToken } from './rooms/integrations/installations/tokens.ts'
import { openPicture } from './rooms/integrations/integrations/pictures.ts'
import {
  answerRequest,
  answerSignIn,
  answerSiteScript,
} from './rooms/integrations/scripts/answer-requests.ts'
import { noteBlocked } from './rooms/integrations/scripts/policy/blocked-hosts.ts'
import { identifySession } from './rooms/people/accounts/sessions/sessions.ts'
import { identify } from './rooms/people/identity/tokens.ts'
import { identifyDirectory, looksLikeScimToken } from './rooms/people/provisioning/tokens/tokens.ts'
import { DEFAULTS } from './rooms/sites/customization/defaults.ts'
import { hasFace } from './rooms/sites/customization/store-fonts.ts'
import { isOurHostname } from './rooms/sites/hostnames/check-hostname.ts'
import { openImage } from './rooms/sites/images/images.ts'
import { openReaderEvents } from './rooms/sites/insights/reader-events.ts'
import { exchangeVisitCode } from './rooms/sites/published/admission/account-visits.ts'
import type { ExchangeCode } from './rooms/sites/published/admission/enter-by-account.ts'
import { identifyVisitor, looksLikeContentToken } from './rooms/sites/published/content-tokens.ts'
import type { Services } from './services.ts'
import { drawInThread } from './site-server/formats/card-task.ts'
import { answerFromReplica, isForEverybody } from './site-server/page/for-everybody.ts'
import { answerApp } from './site-server/preview/app.ts'
import { comparePage } from './site-server/preview/compared-page.ts'
import { answerNoSite } from './site-server/preview/no-site.ts'
import { answerPreview } from './site-server/preview/previews.ts'
import { serveFonts } from './site-server/routes/fonts.ts'
import { serveHostnameChecks } from './site-server/routes/hostnames.ts'
import { serveImages } from './site-server/routes/images.ts'
import { serveIntegrations } from './site-server/routes/integrations.ts'
import { isOfBrowser, openNoSite } from './site-server/routes/no-site.ts'
import { servePreviews } from './site-server/routes/previews.ts'
import { openSiteAssets } from './site-server/routes/site-assets.ts'
import { serveSiteBlocks } from './site-server/routes/site-blocks.ts'
import { serveSiteEvents } from './site-server/routes/site-events.ts'
import { serveSiteReports } from './site-server/routes/site-reports.ts'
import { serveSites } from './site-server/routes/sites.ts'
import { openLongWriter } from './site-server/visit/documents/long-texts.ts'
import { readAnchors as readAnchorsOf } from './site-server/visit/documents/read-anchors.ts'
import { openIcons } from './world/icons/icons.ts'
import type { FreeSpace } from './world/machine/disk-space.ts'
import { VERSION } from './world/version.ts'

export type AppOptions = {
  rateLimit?: number
  /** Whether other processes on the database count as well. */
  sharesRateLimit?: boolean
  trustProxy: boolean | string
  delegate?: Delegate
  /** Seconds that a cache in front of the service may answer with public pages of sites by itself. */
  sharedCacheSeconds?: number
  /** On the disks that are written to. */
  freeSpace?: FreeSpace
}

/** As many requests as others are worth one that runs a script. */
const SCRIPT_COSTS = 5

/** Wires the rooms to the server; used by main and by every test. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { clock, ids, database, queue, links, rooms } = services
  const metrics = openMetrics({
    ...{
      database,
      clock,
      queue,
      poller: services.roundCounts,
      freeSpace: options.freeSpace,
      replica: services.replica,
    },
    gauges: rooms.flatMap((room) => room.gauges ?? []),
  })
  const { log, threads, tracing } = services
  const { trustProxy } = options
  const shared = options.sharesRateLimit ? openSharedRateLimits(database.db, log) : undefined
  const limiterOf = (name: string, limit: number | undefined) => {
    if (limit === undefined) return
    const limiter = rateLimiter(limit, clock, shared?.tellSoon)
    shared?.share(name, limiter)
    return limiter.spend
  }
  const assets = openSiteAssets()
  const sendNoSite = openNoSite(links.of(''), (status) => answerNoSite({ assets: assets.below }, status))
  const operations = rooms.flatMap((room) => room.operations)
  const refuseMethod = openMethodRefusal(operations)
  // People who mistyped an address get a page, on every host.
  const sendNothing: SendNoSite = (request, reply, status) => {
    const sent = sendNoSite(request, reply, status)
    if (sent || status !== 404 || !isOfBrowser(request) || /^\/(o\/)?v1\//.test(request.url)) return sent
    return sendMissing(request, reply)
  }
  const server = await openServer({
    ...{ ids, log, metrics, threads, tracing, trustProxy, refuseMethod },
    sendNoSite: sendNothing,
  })
  const door = {
    identify: (token: string, origin?: Origin) => {
      const ctx = services.outside(SYSTEM, origin)
      if (looksLikeScimToken(token)) return identifyDirectory(ctx, token)
      if (looksLikeContentToken(token)) return identifyVisitor(ctx, token)
      return looksLikeAppToken(token) ? identifyApp(ctx, token) : identify(ctx, token)
    },
    identifySession: (session: string, origin?: Origin) =>
      identifySession(services.outside(SYSTEM, origin), session),
    origin: new URL(links.of('')),
    spend: limiterOf('requests', options.rateLimit),
  }
  const icons = openIcons()
  const draw = (card: Card) => drawInThread(services.outside(SYSTEM), card)
  const sites = {
    publicUrl: links.of(''),
    assets,
    blobs: services.blobs,
    door,
    delegate: options.delegate,
    sharedCacheSeconds: options.sharedCacheSeconds,
  }
  const changelog: ReadChangelog = (...asked) => readChangelog(services.outside(SYSTEM), ...asked)
  const readApiFile = (blob: string) => readApiDocument(services.outside(SYSTEM), blob)
  const writeLong = openLongWriter(() => services.outside(SYSTEM))
  const shown = { findApi, readApiFile, changelog, drawing: new Map() }
  const readAnchors = (text: string) => readAnchorsOf(services.outside(SYSTEM), text)
  const exchangeCode: ExchangeCode = (...asked) =>
    services.asSystem((ctx) => exchangeVisitCode(ctx, ...asked))
  const reader = { assets: assets.below, icons, draw, exchangeCode, writeLong, readAnchors, ...shown }
  const asNobody = (origin: SiteRequest) => services.outside(NOBODY, origin)
  const onSites = async (request: SiteRequest) => {
    const began = performance.now()
    const apart = isForEverybody(request) ? services.forReaders(request) : undefined
    const answer = await answerFromReplica({ ctx: asNobody(request), apart }, reader, request)
    if (answer) metrics.observeSite(answer.kind, (performance.now() - began) / 1000)
    return answer
  }
  const onPreviews = (request: SiteRequest) => answerPreview(asNobody(request), reader, request)
  const onApp = (request: SiteRequest) => answerApp(asNobody(request), reader, request)
  serveSites(server, { ...sites, sendNoSite, answer: onSites })
  serveSiteBlocks(server, { ...sites, sites: onSites, preview: onPreviews, app: onApp })
  const sendMissing = serveConsole(server, {
    door,
    fonts: assets.below('/o').folder,
    outside: services.outside,
    compare: (ctx, asked) => comparePage(ctx, reader, asked),
    change: (actor, work, origin) =>
      services.inTransaction((db) => work(services.inside(db, actor, origin)), origin.span),
  })
  servePreviews(server, { ...sites, answerPreview: onPreviews, answerApp: onApp, sendMissing })

  const uncounted = (error: unknown) => services.log.warn({ err: error }, 'Failed to count site events')
  const readerEvents = openReaderEvents(services.outside(SYSTEM), services.asSystem, uncounted)
  serveSiteEvents(server, { door, ...readerEvents })
  serveSiteReports(server, {
    clock,
    blocked: (siteId, load) => services.asSystem((tx) => noteBlocked(tx, siteId, load)),
  })
  server.addHook('onClose', () => readerEvents.flush().catch(uncounted))
  server.addHook('onClose', async () => shared?.close())

  server.addHook('onRequest', (request, reply, done) => {
    const operation = operationOf(request)
    if (!operation) return done()
    admit(request, reply, door, operation.on.isPublic === true).then(() => done(), done)
  })

  const kit = {
    inTransaction: services.inTransaction,
    cursors: cursors(services.cursorKey),
    admit: openAdmission(),
    streams: openEventStreams(server),
    delegate: options.delegate,
    outside: services.outside,
    inside: services.inside,
    addressOf: links.of,
  }
  const preparing = operations.map((operation) => mount(server, operation, kit))
  // Who only answers a few requests, as tests do and processes for long work, does not pay for all operations.
  whileListening(server, preparing)

  const system = services.outside(SYSTEM)
  serveFiles(server, {
    blobs: services.blobs,
    mayOpen: async (file, signature) =>
      isGoodDownload(system, file, signature) && isSpaceAlive(database.db, file.spaceId),
    findPromised: (address, signature) => findPromised(system, address, signature),
    receive: (promised, bytes) => receiveUpload(system, promised, bytes),
  })

  servePdfs(server, {
    blobs: services.blobs,
    find: (place, signature) => findServedPdf(system, place, signature),
  })

  serveFonts(server, {
    blobs: services.blobs,
    has: ({ fontId, blob, format }) => hasFace(database.db, fontId, blob, format),
  })

  serveImages(server, {
    blobs: services.blobs,
    find: (organizationId, blob) => openImage(system, organizationId, blob),
  })

  serveIntegrations(server, {
    door: {
      spend: limiterOf('scripts', options.rateLimit && Math.ceil(options.rateLimit / SCRIPT_COSTS)),
    },
    answer: (address, request) => answerRequest(system, address, request),
    siteScript: (address) => answerSiteScript(system, address),
    signIn: (address) => answerSignIn(system, address),
    picture: (integration, blob) => openPicture(system, integration, blob),
  })

  serveHostnameChecks(server, { isOurs: (hostname) => isOurHostname(system, hostname) })

  const describe = () => buildDocument(rooms, { version: VERSION, publicUrl: links.of('') })
  mountReference(server, describe, { look: DEFAULTS, assets })
  const readiness = openReadiness({
    clock,
    ping: () => pingDatabase(database.db),
    probeWrites: () => probeStorage(services),
    freeSpace: options.freeSpace,
    replica: services.replica,
  })
  mountOperating(server, { metrics, door, readiness })
  return server
}
