import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildTestServices } from '../../../../../test/services.ts'
import { SYSTEM } from '../../../../kit/domain/context.ts'
import { type FakePage, type FakeRequest, fakeFetcher } from '../../../../world/network/fake-fetcher.ts'
import { breachMark, isBreached } from '../../../../world/passwords/breached-passwords.ts'
import { hashPassword } from './passwords.ts'

const SERVICE = 'https://breached.example.org/range'
const PASSWORD = 'correct horse battery'

async function openBreachService(answer: (rest: string) => FakePage) {
  const { services, logged } = await buildTestServices({
    signInRules: { isSecondFactorRequired: false, breachedPasswordsUrl: SERVICE },
  })
  const asked: FakeRequest[] = []
  const mark = breachMark(PASSWORD)
  services.fetcher.fetch = fakeFetcher({
    [`${SERVICE}/${mark.slice(0, 5)}`]: (request) => {
      asked.push(request)
      return answer(mark.slice(5))
    },
  }).fetch
  const choose = () => hashPassword(services.outside(SYSTEM), PASSWORD, 'maria@example.org')
  return { choose, asked, logged, rest: mark.slice(5) }
}

describe('breached passwords', () => {
  it('are recognized, however their letters are written', () => {
    for (const password of ['qwertyuiop', 'Password123', 'PARROTHEAD', 'manchester', '1q2w3e4r5t6y'])
      expect([password, isBreached(password)]).toEqual([password, true])
    for (const password of [PASSWORD, 'sieben Zwerge im Walde', '8fd1c6b6-d6a1'])
      expect([password, isBreached(password)]).toEqual([password, false])
  })

  it('are more than the 3,000 most common, each once and in order', () => {
    const bytes = readFileSync('src/world/passwords/breached-passwords.bin')
    expect(bytes.length).toBeGreaterThan(100_000 * 5)
    for (let at = 5; at < bytes.length; at += 5)
      expect(bytes.compare(bytes, at, at + 5, at - 5, at) < 0).toBe(true)
  })
})

describe('a service for breached passwords', () => {
  it('hears five letters of a hash, and its answer counts', async () => {
    const { choose, asked, rest } = await openBreachService((rest) => `${'0'.repeat(35)}:7\r\n${rest}:3\r\n`)
    await expect(choose()).rejects.toThrow('body.password is known from data breaches')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.headers['add-padding']).toBe('true')
    expect(JSON.stringify(asked)).not.toContain(rest)
  })

  it('takes what is made up to hide the others for what it is', async () => {
    const { choose, asked } = await openBreachService((rest) => `${rest}:0\r\n${'F'.repeat(35)}:9`)
    expect((await choose()).hash).toContain('argon2id')
    expect(asked).toHaveLength(1)
  })

  it('keeps nobody from a new password by being away', async () => {
    const { choose, logged } = await openBreachService(() => ({ status: 503 }))
    expect((await choose()).hash).toContain('argon2id')
    expect(logged.join()).toContain('did not answer')
    expect(logged.join()).not.toContain(PASSWORD)
  })
})
