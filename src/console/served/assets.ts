// The style and the script of the console. Another text has another address, so browsers keep them for good.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { ownAsset } from '../../world/own-assets.ts'
import { ownFile } from '../../world/own-files.ts'
import { serveIcons } from './icon-files.ts'

const STYLES = ['console.css', 'app.css', 'review.css', 'inbox.css', 'admin.css', 'tree.css', 'live.css']

/** `fonts`: the folder of the fonts that sites have too. */
export function serveAssets(server: FastifyInstance, fonts: string) {
  const style = [faceOf(fonts), ...STYLES.map(read)].join('\n')
  serveIcons(server)
  return {
    style: serveAsset(server, style, 'css'),
    script: serveAsset(server, read('console.js'), 'js'),
    content: serveAsset(server, [...contentStyles(), read('compared.css')].join('\n'), 'css'),
    editor: serveEditor(server),
    islands: {
      tree: serveIsland(server, 'tree'),
      review: serveIsland(server, 'review'),
      structure: serveIsland(server, 'structure'),
      start: serveIsland(server, 'start'),
      palette: serveIsland(server, 'palette'),
    },
  }
}

/** Its script is there once the program was built. */
function serveIsland(server: FastifyInstance, name: string) {
  const script = ownFile(`dist/islands/${name}.js`)
  return existsSync(script) ? serveAsset(server, readFileSync(script, 'utf8'), 'js') : undefined
}

const CONTENT = ['content.css', 'boxes.css', 'code.css', 'rare.css', 'cards.css']

const EDITOR = [
  'editor.css',
  'editor-condition.css',
  'editor-head.css',
  'editor-inline.css',
  'editor-table.css',
]

function contentStyles() {
  return CONTENT.map((name) => ownAsset('engines/html', name))
}

/** What is written looks as on a site. */
function serveEditor(server: FastifyInstance) {
  const script = serveIsland(server, 'editor')
  if (!script) return
  return {
    style: serveAsset(server, [...contentStyles(), ...EDITOR.map(read)].join('\n'), 'css'),
    script,
  }
}

function faceOf(folder: string) {
  const face = (style: string, file: string) =>
    `@font-face{font-family:Inter;font-weight:100 900;font-style:${style};font-display:optional;src:url(${folder}${file})}`
  return `${face('normal', 'inter-latin-wght-normal.woff2')}\n${face('italic', 'inter-latin-wght-italic.woff2')}`
}

function read(name: string) {
  return ownAsset('console', name)
}

const TYPES = { css: 'text/css', js: 'text/javascript' }

/** Where it is. */
function serveAsset(server: FastifyInstance, text: string, ending: keyof typeof TYPES) {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  const address = `/o/~console/${version}.${ending}`
  let packed: Buffer | undefined
  server.get(address, ({ headers }, reply) => {
    const isPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
    if (isPacked) packed ??= gzipSync(text)
    return reply
      .type(`${TYPES[ending]}; charset=utf-8`)
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        ...(isPacked && { 'content-encoding': 'gzip' }),
      })
      .send(isPacked ? packed : text)
  })
  return address
}
