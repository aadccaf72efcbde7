// Styles, scripts and fonts of sites. Their address names their bytes, so browsers keep them for good.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { classesOfSheets } from '../../engines/site/look/page-styles.ts'
import {
  COMMON_STYLES,
  CONTENT_STYLES,
  SITE_ASSETS,
  SITE_STYLES,
} from '../../engines/site/look/site-assets.ts'
import type { Assets } from '../../engines/site/model.ts'
import { acceptsGzip } from '../../kit/http/answers/compression.ts'
import { ownAsset } from '../../world/own-assets.ts'
import { fontBytes, otherLettersOf, versionOfFonts } from './site-fonts.ts'

const CSS = 'text/css; charset=utf-8'
const packages = createRequire(import.meta.url)

export type SiteAssets = {
  /** Where they are, for a site that begins there. */
  below(home: string): Assets
  /** Undefined where the path is none of theirs. */
  send(path: string, reply: FastifyReply): Promise<FastifyReply> | undefined
}

type Asset = { type: string; headers?: Record<string, string>; text(): string; packed?: Buffer }

const ADDRESS = /\/~assets\/([\w-]+)\/([\w.-]+)$/
const KEPT_FOR_EVER = 'public, max-age=31536000, immutable'
const pack = promisify<string, Buffer>(gzip)

// Diagrams are drawn of what strangers wrote, by somebody else's code that puts styles into its page. So it runs in a
// frame of its own, which belongs to no site, may ask for nothing, and gives back a picture.
const DRAWING_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts"

export function openSiteAssets(): SiteAssets {
  const files = new Map<string, Asset>()
  const hash = createHash('sha256')
  const add = (name: string, type: string, text: string) => {
    files.set(name, { type, text: () => text })
    hash.update(name).update(text)
  }
  for (const name of CONTENT_STYLES) add(name, CSS, ownAsset('engines/html', name))
  for (const [name, type] of Object.entries(SITE_ASSETS)) add(name, type, ownAsset('engines/site', name))
  const frame = files.get('drawing.html')
  if (frame) frame.headers = { 'content-security-policy': DRAWING_POLICY }
  // Large, and wanted by few: read when it is asked for.
  files.set('mermaid.js', { type: 'text/javascript; charset=utf-8', text: readMermaid })
  hash.update(packages('@mermaid-js/tiny/package.json').version)
  hash.update(versionOfFonts())
  const version = hash.digest('base64url').slice(0, 16)
  const sheets = [...CONTENT_STYLES, ...SITE_STYLES]
  const classes = classesOfSheets(new Map(sheets.map((name) => [name, files.get(name)?.text() ?? ''])))
  return {
    below(home) {
      const folder = `${home}/~assets/${version}/`
      const at = (name: string) => folder + name
      const styles = sheets.map((name) => ({
        href: at(name),
        ...(!COMMON_STYLES.has(name) && { forClasses: classes.get(name) }),
      }))
      return { folder, styles, script: at('site.js'), previewStyle: at('preview.css') }
    },
    send(path, reply) {
      const [, asked, name = ''] = ADDRESS.exec(path) ?? []
      if (asked !== version) return
      const file = files.get(name) ?? lettersOf(name)
      return file ? send(file, reply) : sendFont(name, reply)
    },
  }
}

function lettersOf(name: string): Asset | undefined {
  const text = otherLettersOf(name)
  return text === undefined ? undefined : { type: CSS, text: () => text }
}

/** It is packed already. */
function sendFont(name: string, reply: FastifyReply): Promise<FastifyReply> | undefined {
  return fontBytes(name)?.then((bytes) =>
    reply.type('font/woff2').header('cache-control', KEPT_FOR_EVER).send(bytes),
  )
}

async function send(file: Asset, reply: FastifyReply) {
  reply.type(file.type).headers({ 'cache-control': KEPT_FOR_EVER, vary: 'accept-encoding', ...file.headers })
  if (!acceptsGzip(reply.request)) return reply.send(file.text())
  file.packed ??= await pack(file.text())
  return reply.header('content-encoding', 'gzip').send(file.packed)
}

function readMermaid() {
  return readFileSync(packages.resolve('@mermaid-js/tiny'), 'utf8')
}
