import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openCallRecords } from './logs.ts'

describe('records of calls', () => {
  const records = openCallRecords()
  afterEach(() => {
    records.server.closeAllConnections()
    records.server.close()
  })

  async function told(lines: (object | string)[]) {
    if (!records.server.listening) await once(records.server.listen(0, '127.0.0.1'), 'listening')
    const { port } = records.server.address() as AddressInfo
    const request = httpRequest({ host: '127.0.0.1', port, method: 'POST', agent: false })
    request.on('error', () => {})
    for (const line of lines) request.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    request.end()
    // Not by once: it may be hung up on, which is no failure here.
    await new Promise((resolve) => request.on('close', resolve))
  }

  it('take what the first one says who names them, and nothing of others', async () => {
    const record = records.open('a')
    await told([{ call: 'a' }, { message: 'mine', level: 'warn', time: 5 }])
    await told([{ call: 'a' }, { message: 'forged' }, { outcome: 'ok' }])
    await told([{ call: 'unknown' }, { message: 'forged' }])
    await told([{ message: 'forged' }])
    expect(record.logs).toEqual([{ level: 'warn', message: 'mine', timestamp: new Date(5) }])
    expect(record.isWhole).toBe(false)
  })

  it('end with the connection, and are whole where it was said so', async () => {
    const [cut, whole] = [records.open('cut'), records.open('whole')]
    await told([{ call: 'cut' }, { returned: true }])
    await told([{ call: 'whole' }, { returned: true }, { outcome: 'ok' }])
    await Promise.all([cut.ended, whole.ended])
    expect([cut.isWhole, whole.isWhole]).toEqual([false, true])
  })

  it('do not grow without end, and live with what is no line at all', async () => {
    const record = records.open('b')
    const lines = Array.from({ length: 2_000 }, () => ({ message: 'again' }))
    await told([{ call: 'b' }, '[1', 'null', { message: 7 }, ...lines])
    expect(record.logs).toHaveLength(1_001)
    const other = records.open('c')
    await told([{ call: 'c' }, { message: 'short' }, { message: 'x'.repeat(3_000_000) }, { message: 'late' }])
    expect(other.logs.map(({ message }) => message)).toEqual(['short'])
  })
})
