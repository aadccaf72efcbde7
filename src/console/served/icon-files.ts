// The icons that pages can name, for those who choose one: their names, and each as a picture.
import type { FastifyInstance } from 'fastify'
import { iconNames, openIcons } from '../../world/icons/icons.ts'

const FOLDER = '/o/~console/icons'
const HEADERS = { 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' }

export function serveIcons(server: FastifyInstance) {
  const icons = openIcons()
  let names: string | undefined
  server.get(FOLDER, (_, reply) => {
    names ??= iconNames().join(' ')
    return reply.type('text/plain; charset=utf-8').headers(HEADERS).send(names)
  })
  server.get<{ Params: { file: string } }>(`${FOLDER}/:file`, ({ params }, reply) => {
    const [, name] = /^([a-z0-9-]{1,60})\.svg$/.exec(params.file) ?? []
    const icon = name === undefined ? undefined : icons(name)
    if (!icon) return reply.callNotFound()
    const { width, height, path } = icon
    return reply
      .type('image/svg+xml; charset=utf-8')
      .headers({ ...HEADERS, 'content-security-policy': "default-src 'none'" })
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="${path}"/></svg>`,
      )
  })
}
