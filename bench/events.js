// What the events of a write cost it: the same writes, asked in turn of two apps on one database, of which one writes no
// events, and so sends no jobs about them. That others are told of events later is no part of it.
import { buildApp } from '../dist/program/bench.js'

const WRITES = 600
const WARM_UP = 200

export async function measureEvents({ app, services, token, organizationId, say }) {
  const silent = await buildApp(withoutEvents(services), { trustProxy: false })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (to, method, url, payload) => {
    const answer = await to.inject({ method, url, headers, payload })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.body}`)
    return answer.json()
  }
  const organization = `/v1/orgs/${organizationId}`
  const newSpace = async (title) => (await send(app, 'POST', `${organization}/spaces`, { title })).id
  const spaces = new Map([
    [app, await newSpace('With events')],
    [silent, await newSpace('Without events')],
  ])
  const page = (at) => ({ operation: 'insert_page', title: `Page ${at}`, document: { markdown: 'Words.' } })
  try {
    say('events: a team, with and without')
    const team = await compare((to, at) => send(to, 'PUT', `${organization}/teams`, { title: `Team ${at}` }))
    say('events: a page, with and without')
    const edit = await compare((to, at) =>
      send(to, 'POST', `/v1/spaces/${spaces.get(to)}/content`, { changes: [page(at)] }),
    )
    return { team, edit }
  } finally {
    await silent.close()
  }

  /** The middle of how long a write took, in milliseconds. Who is first takes turns too. */
  async function compare(write) {
    const times = new Map([
      [app, []],
      [silent, []],
    ])
    for (let at = 0; at < WARM_UP + WRITES; at += 1) {
      for (const to of at % 2 ? [app, silent] : [silent, app]) {
        const began = performance.now()
        await write(to, at)
        if (at >= WARM_UP) times.get(to).push(performance.now() - began)
      }
    }
    return { with: middle(times.get(app)), without: middle(times.get(silent)) }
  }
}

function withoutEvents(services) {
  return { ...services, inside: (...of) => ({ ...services.inside(...of), emit: async () => {} }) }
}

function middle(times) {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)]
}

export function describeEvents({ team, edit }) {
  const line = (name, { with: written, without }) => {
    const figures = `${without.toFixed(2)} ms without its events, ${written.toFixed(2)} ms with them`
    return `  ${name.padEnd(8)}${figures} (${(written / without).toFixed(2)}, goal 1.1)`
  }
  return ['', 'Events', line('a team', team), line('a page', edit)].join('\n')
}
