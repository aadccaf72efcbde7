// The style and the script of the console. Another text has another address, so browsers keep them for good.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { ownFile } from '../world/own-files.ts'

export function serveAssets(server: FastifyInstance) {
  return {
    style: serveAsset(server, 'console.css', 'text/css'),
    script: serveAsset(server, 'console.js', 'text/javascript'),
  }
}

/** Where it is. */
function serveAsset(server: FastifyInstance, name: string, type: string) {
  const text = readFileSync(ownFile(`src/console/assets/${name}`), 'utf8')
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  const address = `/o/~console/${version}.${name.split('.').at(-1)}`
  server.get(address, (_request, reply) =>
    reply
      .type(`${type}; charset=utf-8`)
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(text),
  )
  return address
}
