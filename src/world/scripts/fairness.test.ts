import { describe, expect, it } from 'vitest'
import { failureOf, handler, openScripts, REQUEST, textOf } from '../../../test/scripts.ts'
import type { Script } from './scripts.ts'

const of = (tenant: string, script: Script): Script => ({ ...script, tenant })
const LOOP = 'for (;;) {}'
const LONG = { timeout: 120_000 }

describe('organizations that share the processes of scripts', () => {
  it('get theirs while another one has many scripts in loops', async () => {
    const scripts = openScripts({ most: 4, patience: 30_000 })
    const looping = Array.from({ length: 8 }, () =>
      failureOf(scripts.call(of('greedy', handler(LOOP)), REQUEST, LONG)),
    )
    for (const tenant of ['one', 'two']) {
      const script = of(tenant, handler(`return new Response('${tenant}')`))
      expect(textOf(await scripts.call(script, REQUEST))).toBe(tenant)
    }
    // Those that found no place are told so; the others run until they are stopped.
    await scripts.close()
    const kinds = (await Promise.all(looping)).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['closed']))
  })

  it('cannot take more than their share with scripts that had a process before', async () => {
    const scripts = openScripts({ most: 2, patience: 30_000 })
    const calm = `if (++calls === 1) return new Response('first'); ${LOOP}`
    const own = [1, 2].map(() => of('greedy', handler(calm, 'let calls = 0')))
    for (const script of own) await (await scripts.call(script, REQUEST)).finished
    const looping = own.map((script) => failureOf(scripts.call(script, REQUEST, LONG)))
    const other = of('other', handler(`return new Response('here')`))
    expect(textOf(await scripts.call(other, REQUEST))).toBe('here')
    await scripts.close()
    await Promise.all(looping)
  })
})
