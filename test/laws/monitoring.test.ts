// The dashboard and the alerts of deploy/ ask for what there is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { buildTestServices, furnish } from '../services.ts'

const FOLDER = join(import.meta.dirname, '../../deploy/monitoring')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
/** Names with these ends are series of a histogram. */
const SERIES = /_(bucket|count|sum)$/

async function metricsOf(freeBytes: number) {
  const { app, services } = await buildTestServices({
    freeSpace: async () => [{ folder: 'data', bytes: freeBytes }],
  })
  return { app, services, text: async () => (await app.inject('/metrics')).body }
}

function namesIn(text: string) {
  return [...new Set(text.match(/\bquire_[a-z0-9_]+/g))]
}

describe('what is watched', () => {
  it('is there: each name, and each label that is asked for', async () => {
    const { app, text } = await metricsOf(5e9)
    await app.inject('/v1')
    const known = await text()
    const types = new Map(
      [...known.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]),
    )
    for (const file of ['grafana-dashboard.json', 'prometheus-alerts.yaml']) {
      const asked = namesIn(read(file))
      expect(asked.length).toBeGreaterThan(8)
      for (const name of asked) {
        const type = types.get(name) ?? (types.get(name.replace(SERIES, '')) === 'histogram' && 'histogram')
        expect(type, `${name} in ${file}`).toBeTruthy()
      }
    }
    expect(known).toContain('quire_disk_free_bytes{folder="data"} 5000000000')
  })

  it('has an alert for each trouble, with a sentence and what to do', () => {
    const { groups } = parse(read('prometheus-alerts.yaml'))
    const { rules } = groups[0]
    expect(rules.length).toBeGreaterThan(8)
    for (const { alert, expr, labels, annotations, for: duration } of rules) {
      expect(alert).toMatch(/^Quire[A-Z]\w+$/)
      expect(expr).toMatch(/quire_|up\{/)
      expect(['warning', 'critical']).toContain(labels.severity)
      expect(duration).toMatch(/^\d+m$/)
      expect(annotations.summary && annotations.description).toBeTruthy()
    }
  })

  it('has a dashboard with a panel for each metric of ours that is not about one process', async () => {
    const { text } = await metricsOf(5e9)
    const own = namesIn(await text()).filter((name) => !/^quire_(process|nodejs)_/.test(name))
    const shown = read('grafana-dashboard.json')
    const missing = own.filter((name) => !shown.includes(name.replace(SERIES, '')))
    expect(missing).toEqual([])
    const { panels } = JSON.parse(shown)
    expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
  })
})

describe('what the database knows', () => {
  it('is counted: deliveries that wait, indexes that are behind, jobs that are late', async () => {
    const built = await buildTestServices()
    const { app, services, clock } = built
    const setting = await furnish(built)
    const value = async (name: string) => {
      clock.advance(60_000)
      const { body } = await app.inject('/metrics')
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
    }
    expect(await value('quire_webhook_deliveries_waiting')).toBe(0)
    expect(await value('quire_search_spaces_behind')).toBe(0)
    const space = await setting
      .as(setting.admin)
      .post(`${setting.organization.url}/spaces`, { title: 'Handbook' }, 201)
    await setting.drain()
    expect(await value('quire_search_spaces_behind')).toBe(0)
    const changes = [{ operation: 'insert_page', title: 'Lamps', document: { markdown: 'Lamps.\n' } }]
    await setting.as(setting.admin).post(`/v1/spaces/${space.id}/content`, { changes })
    expect(await value('quire_search_spaces_behind')).toBe(1)
    expect(await value('quire_jobs_oldest_waiting_seconds')).toBeGreaterThanOrEqual(0)
    const webhook = { url: 'https://receiver.example.org/', events: ['space.content_changed'] }
    await setting.as(setting.admin).post(`${setting.organization.url}/webhooks`, webhook, 201)
    await setting.as(setting.admin).post(`/v1/spaces/${space.id}/content`, { changes })
    while ((await services.sequenceEvents()) > 0);
    expect(await value('quire_webhook_deliveries_waiting')).toBe(1)
    expect(await value('quire_webhook_oldest_waiting_seconds')).toBeGreaterThan(0)
    expect(await value('quire_database_bytes')).toBeGreaterThan(1e6)
  })
})

describe('a disk that fills up', () => {
  it('is told of before writes fail', async () => {
    const plenty = await metricsOf(5e9)
    expect((await plenty.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    const little = await metricsOf(4.2e8)
    const answer = await little.app.inject('/readyz')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ready', warnings: ['Only 420 MB are free for data'] })
  })
})
