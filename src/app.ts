import type { FastifyInstance } from 'fastify'
import { NOBODY, SYSTEM } from './domain/context.ts'
import { openAdmission } from './http/admission.ts'
import { admit } from './http/auth.ts'
import { cursors } from './http/cursor.ts'
import type { Delegate } from './http/delegate.ts'
import { buildDocument } from './http/document.ts'
import { openEventStreams } from './http/event-streams.ts'
import { serveFiles } from './http/files.ts'
import { serveFonts } from './http/fonts.ts'
import { serveHostnameChecks } from './http/hostnames.ts'
import { serveIntegrations } from './http/integrations.ts'
import { whileListening } from './http/lazily.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { openMetrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { openNoSite } from './http/no-site.ts'
import { mountOperating } from './http/operating.ts'
import { servePdfs } from './http/pdfs.ts'
import { servePreviews } from './http/previews.ts'
import { rateLimiter } from './http/rate-limit.ts'
import { openReadiness } from './http/readiness.ts'
import { mountReference } from './http/reference.ts'
import { openServer, operationOf } from './http/server.ts'
import { openSiteAssets } from './http/site-assets.ts'
import { serveSiteBlocks } from './http/site-blocks.ts'
import { serveSiteEvents } from './http/site-events.ts'
import { serveSiteReports } from './http/site-reports.ts'
import { serveSites } from './http/sites.ts'
import type { Card } from './pdf/card.ts'
import { findApi } from './rooms/content/apis.ts'
import { isGoodDownload } from './rooms/content/downloads.ts'
import { hasFace } from './rooms/customization/store-fonts.ts'
import { isSpaceAlive } from './rooms/files/store.ts'
import { findPromised, receiveUpload } from './rooms/files/uploads.ts'
import { isOurHostname } from './rooms/hostnames/checking.ts'
import { identify } from './rooms/identity/tokens.ts'
import { openReaderEvents } from './rooms/insights/reader-events.ts'
import { identifyApp, looksLikeAppToken } from './rooms/installations/tokens.ts'
import { openPicture } from './rooms/integrations/pictures.ts'
import { type ReadChangelog, readChangelog } from './rooms/openapi/changelog.ts'
import { readApiDocument } from './rooms/openapi/documents.ts'
import { findServedPdf } from './rooms/pdf/addresses.ts'
import { drawInThread } from './rooms/programs/card-task.ts'
import { identifyVisitor, looksLikeContentToken } from './rooms/published/content-tokens.ts'
import { answerSite } from './rooms/reader/answer.ts'
import { answerRequest, answerSignIn, answerSiteScript } from './rooms/scripts/answering.ts'
import { noteBlocked } from './rooms/scripts/blocked-hosts.ts'
import { answerApp } from './rooms/unpublished/app.ts'
import { answerNoSite } from './rooms/unpublished/no-site.ts'
import { answerPreview } from './rooms/unpublished/previews.ts'
import { signIn, signOut } from './rooms/unpublished/signing-in.ts'
import { openLongWriter } from './rooms/visited-sites/long-texts.ts'
import { readAnchors as readAnchorsOf } from './rooms/visited-sites/read-anchors.ts'
import type { Services } from './services.ts'
import type { SiteRequest } from './site/answers.ts'
import { pingDatabase } from './storage/db.ts'
import { probeStorage } from './storage/probe.ts'
import { openIcons } from './world/icons.ts'
import { VERSION } from './world/version.ts'

export type AppOptions = { rateLimit?: number; trustProxy: boolean | string; delegate?: Delegate }

/** As many requests as others are worth one that runs a script. */
const SCRIPT_COSTS = 5

/** Wires the rooms to the server; used by main and by every test. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { clock, ids, database, queue, links, rooms } = services
  const metrics = openMetrics(database, queue, services.roundCounts)
  const { log, threads } = services
  const { trustProxy } = options
  const limiterOf = (limit: number | undefined) =>
    limit === undefined ? undefined : rateLimiter(limit, clock)
  const assets = openSiteAssets()
  const sendNoSite = openNoSite(links.of(''), (status) => answerNoSite({ assets: assets.below }, status))
  const server = await openServer({ ids, log, metrics, threads, trustProxy, sendNoSite })
  const door = {
    identify: (token: string) => {
      const ctx = services.outside(SYSTEM)
      if (looksLikeContentToken(token)) return identifyVisitor(ctx, token)
      return looksLikeAppToken(token) ? identifyApp(ctx, token) : identify(ctx, token)
    },
    spend: limiterOf(options.rateLimit),
  }
  const icons = openIcons()
  const draw = (card: Card) => drawInThread(services.outside(SYSTEM), card)
  const sites = {
    publicUrl: links.of(''),
    assets,
    blobs: services.blobs,
    door,
    delegate: options.delegate,
  }
  const changelog: ReadChangelog = (...asked) => readChangelog(services.outside(SYSTEM), ...asked)
  const readApiFile = (blob: string) => readApiDocument(services.outside(SYSTEM), blob)
  const writeLong = openLongWriter(() => services.outside(SYSTEM))
  const shown = { findApi, readApiFile, changelog, drawing: new Map() }
  const readAnchors = (text: string) => readAnchorsOf(services.outside(SYSTEM), text)
  const reader = { assets: assets.below, icons, draw, writeLong, readAnchors, ...shown }
  const asNobody = () => services.outside(NOBODY)
  const onSites = (request: SiteRequest) => answerSite(asNobody(), reader, request)
  const onPreviews = (request: SiteRequest) => answerPreview(asNobody(), reader, request)
  const onApp = (request: SiteRequest) => answerApp(asNobody(), reader, request)
  serveSites(server, { ...sites, sendNoSite, answer: onSites })
  serveSiteBlocks(server, { ...sites, sites: onSites, preview: onPreviews, app: onApp })
  servePreviews(server, {
    ...sites,
    answerPreview: onPreviews,
    answerApp: onApp,
    signIn: (form) => database.inTransaction((db) => signIn(services.inside(db, NOBODY), reader, form)),
    signOut: (session) => database.inTransaction((db) => signOut(services.inside(db, NOBODY), session)),
  })

  const uncounted = (error: unknown) => services.log.warn({ err: error }, 'What readers did was not counted')
  const readerEvents = openReaderEvents(services.outside(SYSTEM), services.asSystem, uncounted)
  serveSiteEvents(server, { door, ...readerEvents })
  serveSiteReports(server, {
    clock,
    blocked: (siteId, load) => services.asSystem((tx) => noteBlocked(tx, siteId, load)),
  })
  server.addHook('onClose', () => readerEvents.flush().catch(uncounted))

  server.addHook('onRequest', (request, reply, done) => {
    const operation = operationOf(request)
    if (!operation) return done()
    admit(request, reply, door, operation.on.isPublic === true).then(() => done(), done)
  })

  const kit = {
    database,
    cursors: cursors(services.cursorKey),
    admit: openAdmission(),
    streams: openEventStreams(server),
    delegate: options.delegate,
    outside: services.outside,
    inside: services.inside,
    addressOf: links.of,
  }
  const operations = rooms.flatMap((room) => room.operations)
  const preparing = operations.map((operation) => mount(server, operation, kit))
  // Who only answers a few requests, as tests do and processes for long work, does not pay for all operations.
  whileListening(server, preparing)
  refuseOtherMethods(server, operations)

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

  serveIntegrations(server, {
    door: { spend: limiterOf(options.rateLimit && Math.ceil(options.rateLimit / SCRIPT_COSTS)) },
    answer: (address, request) => answerRequest(system, address, request),
    siteScript: (address) => answerSiteScript(system, address),
    signIn: (address) => answerSignIn(system, address),
    picture: (integration, blob) => openPicture(system, integration, blob),
  })

  serveHostnameChecks(server, { isOurs: (hostname) => isOurHostname(system, hostname) })

  mountReference(server, () => buildDocument(rooms, { version: VERSION, publicUrl: links.of('') }))
  const readiness = openReadiness({
    clock,
    ping: () => pingDatabase(database.db),
    probeWrites: () => probeStorage(services),
  })
  mountOperating(server, { metrics, door, readiness })
  return server
}
