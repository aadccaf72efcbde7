import { describe, expect, it } from 'vitest'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'

async function openNamed() {
  const opened = await openPublished('visitor-auth')
  const { app, base, client, spaces, signIn } = opened
  const idIn = async (space: string, title: string): Promise<string> =>
    (await client.get(`${space}/content/pages`)).pages.find((one: { title: string }) => one.title === title)
      .id
  const second = await idIn(spaces.guide, 'Second')
  const name = (metaLinks: object) =>
    client.post(`${spaces.guide}/content`, {
      changes: [{ operation: 'update_page', page: second, metaLinks }],
    })
  const read = async (claims: object = {}) => {
    const cookie = `quire_visitor=${await signIn(claims)}`
    const { body } = await app.inject({ url: `${new URL(base).pathname}second`, headers: { cookie } })
    return body
  }
  const canonical = async (claims?: object) =>
    /<link rel="canonical" href="([^"]+)">/.exec(await read(claims))?.[1]
  return { ...opened, idIn, second, name, read, canonical }
}

describe('the canonical address of a page', () => {
  it('is that of the page itself, until it names another one', async () => {
    const { base, spaces, idIn, name, canonical, read } = await openNamed()
    expect(await canonical()).toBe(`${base}second`)
    await name({ canonical: { kind: 'url', url: 'https://docs.example.org/old?a&b' } })
    expect(await canonical()).toBe('https://docs.example.org/old?a&amp;b')
    await name({ canonical: { kind: 'page', page: await idIn(spaces.guide, 'Home') } })
    expect(await canonical()).toBe(base)
    await name({ canonical: null })
    expect(await canonical()).toBe(`${base}second`)
    expect(await read()).toContain(`<meta property="og:url" content="${base}second">`)
  })

  it('never names a page to those who may not read it', async () => {
    const { base, client, spaces, idIn, name, canonical, read } = await openNamed()
    const beta = { isBeta: true }
    await name({ canonical: { kind: 'page', page: await idIn(spaces.guide, 'Beta') } })
    expect(await canonical()).toBe(`${base}second`)
    expect(await read()).not.toMatch(/\/beta\b/)
    expect(await canonical(beta)).toBe(`${base}beta`)

    await client.post(`${spaces.beta}/content`, { changes: [page('Deep')] })
    const deep = await idIn(spaces.beta, 'Deep')
    await name({ canonical: { kind: 'page', page: deep, space: spaces.beta.split('/').at(-1) } })
    expect(await canonical()).toBe(`${base}second`)
    expect(await read()).not.toContain('deep')
    expect(await canonical(beta)).toBe(`${base}beta/deep`)

    const secret = await idIn(spaces.secret, 'Start')
    await name({ canonical: { kind: 'page', page: secret, space: spaces.secret.split('/').at(-1) } })
    expect(await canonical(beta)).toBe(`${base}second`)
    expect(await read(beta)).not.toContain(secret)
  })

  it('is that of the page itself again once the other one is gone', async () => {
    const { base, client, spaces, idIn, name, canonical } = await openNamed()
    await client.post(`${spaces.guide}/content`, { changes: [page('Third')] })
    const third = await idIn(spaces.guide, 'Third')
    await name({ canonical: { kind: 'page', page: third } })
    expect(await canonical()).toBe(`${base}third`)
    await client.post(`${spaces.guide}/content`, { changes: [{ operation: 'delete_page', page: third }] })
    expect(await canonical()).toBe(`${base}second`)
  })
})
