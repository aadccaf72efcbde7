import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aloneWith, thisProcess } from './lock.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-git-lock-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A lock as another process would hold it. */
async function heldBy(holder: { pid: number; machine: string }, touched = new Date()) {
  const file = join(folder, `${Math.random()}.lock`)
  await writeFile(file, JSON.stringify({ ...holder, id: 'other' }))
  await utimes(file, touched, touched)
  return file
}

async function anotherProcess(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  return Object.assign(child, { pid: child.pid ?? 0 })
}

async function end(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const tookOver = (file: string, patience = 200) => aloneWith(file, patience, async (was) => was)

describe('a lock', () => {
  it('is waited for while its holder lives, and taken over once it was killed', async () => {
    const child = await anotherProcess()
    const { machine } = await thisProcess()
    const file = await heldBy({ pid: child.pid, machine })
    await expect(tookOver(file)).rejects.toMatchObject({ code: 'timeout' })
    const waiting = tookOver(file, 10_000)
    await end(child)
    expect(await waiting).toBe(true)
    expect(await tookOver(file)).toBe(false)
    expect((await readdir(folder)).filter((name) => file.endsWith(name.slice(0, 10)))).toEqual([])
  })

  it('of another machine is taken over after a long silence only', async () => {
    const holder = { pid: 1, machine: 'another one' }
    await expect(tookOver(await heldBy(holder))).rejects.toMatchObject({ code: 'timeout' })
    expect(await tookOver(await heldBy(holder, new Date(Date.now() - 120_000)))).toBe(true)
  })

  it('is not kept by a number that another process has by now', async () => {
    const { machine } = await thisProcess()
    const file = await heldBy({ pid: process.pid, machine }, new Date(Date.now() - 120_000))
    expect(await tookOver(file)).toBe(true)
  })

  it('lets one in at a time, in order, also after failures', async () => {
    const file = join(folder, 'line.lock')
    let inside = 0
    const order: number[] = []
    const all = Array.from({ length: 10 }, (_, n) =>
      aloneWith(file, 1000, async () => {
        expect(++inside).toBe(1)
        await null
        order.push(n)
        inside--
        if (n % 3 === 0) throw new Error('as planned')
      }),
    )
    const settled = await Promise.allSettled(all)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(4)
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
