import { expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'
import { sealStoredConfigurations } from './seal-stored.ts'

const KEY = { properties: { key: { type: 'string' }, level: { type: 'string' } } }
const CONFIGURATIONS = { account: KEY, space: KEY, site: KEY }
/** Writes down nothing of what it is told. */
const SILENT = `export default { fetch: () => new Response('OK') }`

type Told = { payload: { type: string; previous?: object } }

async function openConfigured() {
  const opened = await openIntegration({ configurations: CONFIGURATIONS, script: SILENT })
  const { as, admin, organization, space, integration, install, sql } = opened
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const at = `${integration}/installations/${(await install()).id}`
  await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
  await as(admin).post(`${at}/sites`, { siteId: site.id }, 201)
  const places = [at, `${at}/spaces/${space.id}`, `${at}/sites/${site.id}`]
  /** Names of the tables that hold this, in any column. */
  const tablesWith = async (text: string) => {
    const { rows } = await sql<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname = 'public'`,
    )
    const holding: string[] = []
    for (const { name } of rows) {
      const found = await sql<{ n: number }>(
        `select count(*)::int as n from ${name} t where t::text like '%${text}%'`,
      )
      if (found.rows[0]?.n) holding.push(name)
    }
    return holding
  }
  return { ...opened, at, places, tablesWith }
}

it('keeps what is filled in sealed, in every table', async () => {
  const { as, admin, places, at, drain, told, tablesWith } = await openConfigured()
  await drain()
  for (const [index, place] of places.entries()) {
    await as(admin).patch(place, { configuration: { key: `canary-${index}` } }, 200)
    await as(admin).patch(place, { configuration: { key: `canary-${index}`, level: 'high' } }, 200)
    expect(await as(admin).get(place)).toMatchObject({ configuration: { key: `canary-${index}` } })
  }
  // While events wait, and after scripts were told.
  expect(await tablesWith('site_installation_setup')).toContain('public.waiting_script_events')
  expect(await tablesWith('canary')).toEqual([])
  await drain()
  expect(await tablesWith('canary')).toEqual([])
  const events: Told[] = await told()
  expect(events.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({
      type: 'site_installation_setup',
      previous: { status: 'active', configuration: { key: 'canary-2' } },
    }),
  )
  for (const place of places.slice(1)) await as(admin).delete(place, 205)
  await as(admin).delete(at, 205)
  expect(await tablesWith('canary')).toEqual([])
  await drain()
  expect(await tablesWith('canary')).toEqual([])
})

it('seals what an earlier release kept in clear text', async () => {
  const { as, admin, places, sql, services, tablesWith } = await openConfigured()
  for (const table of ['integration_installations', 'integration_placements'])
    await sql(`update ${table} set configuration = '{"key": "canary-old"}', sealed_configuration = null`)
  expect(await tablesWith('canary-old')).toHaveLength(2)
  expect(await services.asSystem(sealStoredConfigurations)).toBe(3)
  expect(await services.asSystem(sealStoredConfigurations)).toBe(0)
  expect(await tablesWith('canary-old')).toEqual([])
  for (const place of places)
    expect(await as(admin).get(place)).toMatchObject({ configuration: { key: 'canary-old' } })
})
