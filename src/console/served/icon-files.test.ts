import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { serveIcons } from './icon-files.ts'

const server = fastify()
serveIcons(server)
const read = (path: string) => server.inject({ url: `/o/~console/icons${path}` })

describe('icons to choose from', () => {
  it('are told by their names, each once', async () => {
    const names = (await read('')).body.split(' ')
    expect(names).toContain('rocket')
    expect(names).toContain('github')
    expect(new Set(names).size).toBe(names.length)
  })

  it('are pictures that nothing runs in', async () => {
    const answer = await read('/rocket.svg')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(answer.body).toMatch(/^<svg xmlns="[^"]+" viewBox="[\d ]+"><path d="[\w\s,.+-]+"\/><\/svg>$/)
  })

  it.each(['/nothing.svg', '/rocket.png', '/..%2fsolid%2frocket.svg', '/constructor.svg', '/a"b.svg'])(
    'are not what is no icon: %s',
    async (path) => {
      expect((await read(path)).statusCode).toBe(404)
    },
  )
})
