import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  answerOf,
  failureOf,
  handler,
  openScripts,
  REQUEST,
  scriptProcesses,
  textOf,
} from '../../../test/scripts.ts'
import { findNobody } from '../../kit/storage/embedded/account.ts'
import { fakeFetcher } from '../network/fake-fetcher.ts'
import { accountOfScripts } from './account.ts'

describe('the processes of scripts', () => {
  it('run without rights where the server has them all', async () => {
    const scripts = openScripts()
    await scripts.call(handler('return new Response()'), REQUEST)
    const [own] = scriptProcesses()
    expect(own?.uid).toBe(accountOfScripts()?.uid ?? process.getuid?.())
    // Not that of the database either, whose processes and files are as far away as those of root.
    if (process.getuid?.() === 0) expect([0, findNobody().uid]).not.toContain(own?.uid)
    // Nothing of what the server knows from its environment.
    expect(environmentOf(own?.pid)).toEqual([])
    await scripts.close()
    expect(scriptProcesses()).toEqual([])
  })

  it('end when there is nothing to do, and start again for the next call', async () => {
    const scripts = openScripts({ idle: 1 })
    const script = handler('return new Response(String(++calls))', 'let calls = 0')
    expect(textOf(await scripts.call(script, REQUEST))).toBe('1')
    await expect.poll(scriptProcesses).toEqual([])
    expect(textOf(await scripts.call(script, REQUEST))).toBe('1')
    await scripts.close()
  })

  it('do not end while work goes on after an answer', async () => {
    const scripts = openScripts({ idle: 1 })
    const script = handler(`
      ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 300)).then(() => console.log('done')))
      return new Response()`)
    const { logs, failure } = await (await scripts.call(script, REQUEST)).finished
    expect([logs.map(({ message }) => message), failure]).toEqual([['done'], undefined])
    await scripts.close()
  })

  it('that are killed from outside cost the calls they had, and no other', async () => {
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const page = () => {
      begun()
      return 'go on'
    }
    const scripts = openScripts({ fetcher: fakeFetcher({ 'https://shop.example/begun': page }) })
    const script = handler(
      `if (++calls === 2) {
        await fetch('https://shop.example/begun')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      }
      return new Response(String(calls))`,
      'let calls = 0',
    )
    await scripts.call(script, REQUEST)
    const lost = failureOf(scripts.call(script, REQUEST))
    await isBegun
    for (const { pid } of scriptProcesses()) process.kill(pid, 'SIGKILL')
    expect((await lost).kind).toBe('crashed')
    expect(textOf(await scripts.call(script, REQUEST))).toBe('1')
    await scripts.close()
  })

  it('are so many at most: the one that was idle for longest makes room', async () => {
    const scripts = openScripts({ most: 2 })
    const [one, two, three] = [1, 2, 3].map(() => handler('return new Response(String(++n))', 'let n = 0'))
    if (!one || !two || !three) throw new Error('There are three')
    const asked: string[] = []
    for (const script of [one, two, one, three, one, two]) {
      const answer = await scripts.call(script, REQUEST)
      await answer.finished
      asked.push(textOf(answer))
      expect(scriptProcesses().length).toBeLessThanOrEqual(3)
    }
    // The third one took the place of the second, and the second that of the third.
    expect(asked).toEqual(['1', '1', '2', '1', '3', '1'])
    await scripts.close()
  })

  it('that all have work let another script wait, and say so when that takes too long', async () => {
    const scripts = openScripts({ most: 1, patience: 500 })
    const slow = handler(`await new Promise((resolve) => setTimeout(resolve, 60_000))`)
    const stopped = failureOf(scripts.call(slow, REQUEST))
    expect(await failureOf(scripts.call(handler('return new Response()'), REQUEST))).toMatchObject({
      kind: 'busy',
    })
    await scripts.close()
    expect((await stopped).kind).toBe('closed')
    expect((await failureOf(scripts.call(slow, REQUEST))).kind).toBe('closed')
  })

  it('are enough for many scripts that come at once', async () => {
    const scripts = openScripts({ most: 3, patience: 120_000 })
    const all = Array.from({ length: 9 }, (_, index) => answerOf(scripts, `return new Response('${index}')`))
    expect(await Promise.all(all)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
    await scripts.close()
  })

  it('leave nothing behind', async () => {
    const scripts = openScripts()
    const before = new Set(scriptProcesses().map(({ pid }) => pid))
    await scripts.call(handler('return new Response()'), REQUEST)
    const [started] = scriptProcesses().filter(({ pid }) => !before.has(pid))
    const folder = /\S*\/quire-scripts-[^/\s]+/.exec(started?.command ?? '')?.[0] ?? ''
    expect(existsSync(folder)).toBe(true)
    await scripts.close()
    expect(existsSync(folder)).toBe(false)
  })
})

/** Without what the shell adds that starts it. */
function environmentOf(pid = 0) {
  if (process.platform !== 'linux') return []
  const all = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  return all.filter((one) => one !== '' && !/^(PWD|OLDPWD|SHLVL|_)=/.test(one))
}
