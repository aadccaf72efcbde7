import { createSocket, type Socket } from 'node:dgram'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeResolver, type HostRecords, plainHost, systemResolver } from './resolver.ts'

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

type Zone = Record<string, { aliases?: string[]; addresses?: string[] }>

/** A name server on this machine that knows the given hosts; without a zone it says nothing. */
async function nameServer(zone?: Zone) {
  const socket = createSocket('udp4')
  open.push(socket)
  socket.on('message', (question, { port }) => {
    if (zone) socket.send(answerTo(question, zone), port, '127.0.0.1')
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  return `127.0.0.1:${socket.address().port}`
}

const TYPES: Record<number, (records: Partial<HostRecords>) => Buffer[]> = {
  1: ({ addresses = [] }) => addresses.filter(isFour).map((text) => Buffer.from(text.split('.').map(Number))),
  5: ({ aliases = [] }) => aliases.map(encodeName),
  28: ({ addresses = [] }) =>
    addresses.filter((text) => !isFour(text)).map(() => Buffer.from([...Array(15).fill(0), 7])),
}

const isFour = (text: string) => text.includes('.')

function encodeName(name: string) {
  const parts = name.split('.').map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]))
  return Buffer.concat([...parts, Buffer.from([0])])
}

function answerTo(question: Buffer, zone: Zone) {
  let end = 12
  const labels: string[] = []
  while (question[end]) {
    const length = question[end] ?? 0
    labels.push(question.toString('latin1', end + 1, end + 1 + length))
    end += 1 + length
  }
  const type = question.readUInt16BE(end + 1)
  const records = zone[labels.join('.').toLowerCase()]
  const answers = records ? (TYPES[type]?.(records) ?? []) : []
  const header = Buffer.from(question.subarray(0, 12))
  // An answer that allows recursion; of a host that is not in the zone, that there is none.
  header.writeUInt16BE(records ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(answers.length, 6)
  header.fill(0, 8)
  const written = answers.map((data) => {
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, question.subarray(12, end + 5), ...written])
}

const ZONE: Zone = {
  'docs.hosts.test': { aliases: ['quire.test'] },
  'both.hosts.test': { addresses: ['203.0.113.7', '::7'] },
}

describe.each([
  ['the real resolver', async () => systemResolver({ servers: [await nameServer(ZONE)] })],
  ['the fake resolver', async () => fakeResolver(ZONE)],
])('%s', (_name, make) => {
  it('tells aliases and addresses', async () => {
    const resolver = await make()
    expect(await resolver.recordsOf('docs.hosts.test')).toMatchObject({ aliases: ['quire.test'] })
    expect(await resolver.recordsOf('both.hosts.test')).toEqual({
      aliases: [],
      addresses: ['203.0.113.7', '::7'],
    })
  })

  it('knows nothing of hosts that nobody registered', async () => {
    const resolver = await make()
    expect(await resolver.recordsOf('none.hosts.test')).toEqual({ aliases: [], addresses: [] })
  })
})

describe('a name service that does not answer', () => {
  it('is given up', async () => {
    const real = systemResolver({ servers: [await nameServer()], patience: 100 })
    expect(await real.recordsOf('docs.hosts.test')).toBeUndefined()
    expect(await fakeResolver({ 'docs.hosts.test': undefined }).recordsOf('docs.hosts.test')).toBeUndefined()
  })
})

describe('a host', () => {
  it('has one spelling', () => {
    expect(plainHost('Docs.Example.ORG.')).toBe('docs.example.org')
  })
})
