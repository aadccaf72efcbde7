// Styles and scripts of sites. Their address names their bytes, so browsers keep them for good.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { compactScript, compactStyles } from '../site/compact.ts'
import type { Assets } from '../site/model.ts'
import { SITE_ASSETS } from '../site/site-assets.ts'

// The same folders from src/http and from dist/http.
const FOLDERS = {
  site: new URL('../../src/site/assets/', import.meta.url),
  html: new URL('../../src/html/assets/', import.meta.url),
}

export type SiteAssets = {
  /** Where they are, for a site that begins there. */
  below(home: string): Assets
  /** Undefined where the path is none of theirs. */
  send(path: string, reply: FastifyReply): FastifyReply | undefined
}

const ADDRESS = /\/~assets\/([\w-]+)\/([\w.-]+)$/
const KEPT_FOR_EVER = 'public, max-age=31536000, immutable'

export function openSiteAssets(): SiteAssets {
  const files = new Map<string, { type: string; text: string }>()
  files.set('content.css', { type: 'text/css; charset=utf-8', text: read(FOLDERS.html, 'content.css') })
  for (const [name, type] of Object.entries(SITE_ASSETS))
    files.set(name, { type, text: read(FOLDERS.site, name) })
  const hash = createHash('sha256')
  for (const [name, { text }] of files) hash.update(name).update(text)
  const version = hash.digest('base64url').slice(0, 16)
  return {
    below(home) {
      const at = (name: string) => `${home}/~assets/${version}/${name}`
      const styles = ['content.css', 'site.css'].map(at)
      return { styles, script: at('site.js'), previewStyle: at('preview.css') }
    },
    send(path, reply) {
      const [, asked, name = ''] = ADDRESS.exec(path) ?? []
      const file = asked === version ? files.get(name) : undefined
      return file && reply.type(file.type).header('cache-control', KEPT_FOR_EVER).send(file.text)
    },
  }
}

function read(folder: URL, name: string) {
  const text = readFileSync(new URL(name, folder), 'utf8')
  return name.endsWith('.css') ? compactStyles(text) : compactScript(text)
}
