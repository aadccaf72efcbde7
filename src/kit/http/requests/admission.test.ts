import { describe, expect, it } from 'vitest'
import { openAdmission } from './admission.ts'

function held() {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { until, release }
}

/** Lets everything that can go on go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('admission', () => {
  it('lets a few writes of one place in, the others in their order, and other places at once', async () => {
    const admit = openAdmission({ atOnce: 2 })
    const entered: string[] = []
    const gates = [held(), held(), held(), held()]
    const writes = gates.map(({ until }, at) =>
      admit('a', () => {
        entered.push(`a${at}`)
        return until
      }),
    )
    await admit('b', async () => entered.push('b'))
    await admit(undefined, async () => entered.push('nowhere'))
    expect(entered).toEqual(['a0', 'a1', 'b', 'nowhere'])
    gates[1]?.release()
    await settled()
    expect(entered.at(-1)).toBe('a2')
    for (const { release } of gates) release()
    await Promise.all(writes)
    expect(entered).toEqual(['a0', 'a1', 'b', 'nowhere', 'a2', 'a3'])
  })

  it('is free again behind work that fails', async () => {
    const admit = openAdmission({ atOnce: 1 })
    const failing = admit('a', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await admit('a', async () => 'yes')).toBe('yes')
  })

  it('refuses whom it would keep waiting for too long, and whom there is no room to wait for', async () => {
    const admit = openAdmission({ atOnce: 1, mostWaiting: 1, patience: 1 })
    const gate = held()
    const inside = admit('a', () => gate.until)
    const late = admit('a', async () => 'late')
    await expect(admit('a', async () => 'one too many')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', details: { retryAfter: 2 } })
    gate.release()
    await inside
    expect(await admit('a', async () => 'free')).toBe('free')
  })
})
