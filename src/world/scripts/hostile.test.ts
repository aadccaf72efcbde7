// Scripts that want more than they get. Each is stopped, and the next call is answered as if nothing had happened.
import { afterEach, describe, expect, it } from 'vitest'
import { answerOf, failureOf, handler, openScripts, REQUEST, textOf } from '../../../test/scripts.ts'
import type { Script } from './scripts.ts'

const scripts = openScripts()

/** Does what it is told in the environment; otherwise answers how often its process was called. */
function misbehaving(body: string): Script {
  return handler(
    `const { isBad } = JSON.parse((await request.formData()).get('environment'))
    if (isBad) { ${body} }
    return new Response(String(++calls))`,
    'let calls = 0',
  )
}

const BAD = { ...REQUEST, environment: { isBad: true } }

afterEach(async () => {
  expect(await answerOf(scripts, `return new Response('well')`)).toBe('well')
})

describe('an endless loop', () => {
  it('is stopped when its time is over', async () => {
    const script = misbehaving('for (;;) {}')
    expect(await failureOf(scripts.call(script, BAD, { timeout: 300 }))).toMatchObject({
      kind: 'timeout',
      message: 'The script did not answer within 0.3 s.',
    })
    expect(textOf(await scripts.call(script, REQUEST))).toBe('1')
  })

  it('at the top level is stopped too', async () => {
    const own = openScripts({ startTimeout: 500 })
    const failure = await failureOf(own.call(handler('', 'for (;;) {}'), REQUEST))
    expect(failure).toMatchObject({ kind: 'timeout', message: 'The script did not start within 0.5 s.' })
    await own.close()
  })

  it('tells the other calls of the same script, and spares those that come while it is looked at', async () => {
    const script = misbehaving('await new Promise((resolve) => setTimeout(resolve, 100)); for (;;) {}')
    await scripts.call(script, REQUEST)
    const bad = failureOf(scripts.call(script, BAD, { timeout: 3_000 }))
    const beside = failureOf(
      scripts.call(script, { ...REQUEST, environment: { isBad: true, isBeside: true } }, { timeout: 60_000 }),
    )
    expect((await bad).kind).toBe('timeout')
    expect(await beside).toMatchObject({
      kind: 'crashed',
      message: 'The script was stopped, as another call of it did not answer within 3 s.',
    })
    expect(textOf(await scripts.call(script, REQUEST))).toBe('1')
  })

  it('after the answer is stopped when that time is over', async () => {
    const script = misbehaving(`
      ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 20)).then(() => { for (;;) {} }))
      return new Response('now')`)
    const answer = await scripts.call(script, BAD, { background: 300 })
    expect(textOf(answer)).toBe('now')
    expect((await answer.finished).failure).toMatchObject({ kind: 'timeout' })
    expect(textOf(await scripts.call(script, REQUEST))).toBe('1')
  })
})

describe('a wait without end', () => {
  const scripts = openScripts({ awakeWithin: 60_000 })

  it('costs its own call only', async () => {
    const script = misbehaving('await new Promise((resolve) => setTimeout(resolve, 600_000))')
    await scripts.call(script, REQUEST)
    const failure = await failureOf(scripts.call(script, BAD, { timeout: 300 }))
    expect(failure.kind).toBe('timeout')
    expect(textOf(await scripts.call(script, REQUEST))).toBe('2')
  })

  it('after the answer costs nothing but what it would have done', async () => {
    const script = misbehaving(`
      ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 600_000)))
      return new Response('now')`)
    await scripts.call(script, REQUEST)
    const { finished } = await scripts.call(script, BAD, { background: 100 })
    expect((await finished).failure).toMatchObject({ kind: 'timeout' })
    expect(textOf(await scripts.call(script, REQUEST))).toBe('2')
  })
})

describe('memory', () => {
  // Each with one limit alone: either of them has to hold.
  const heap = { heapMegabytes: 32, megabytes: 4_000 }
  const whole = { heapMegabytes: 4_000, megabytes: 256 }

  it.each([
    ['of objects', heap, 'const all = []; for (;;) all.push([all.length, {}])'],
    ['of one text', heap, `let text = 'x'; for (;;) text = [...(text + text)].join('')`],
    ['of buffers', whole, 'const all = []; for (;;) all.push(new Uint8Array(5_000_000).fill(1))'],
    [
      'of buffers, little by little',
      whole,
      `const all = []
      for (;;) {
        all.push(new Uint8Array(5_000_000).fill(1))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }`,
    ],
  ])('%s has its limits', async (_, limits, body) => {
    const small = openScripts(limits)
    const script = misbehaving(body)
    const failure = await failureOf(small.call(script, BAD, { timeout: 200_000 }))
    expect(failure.kind).toBe('memory')
    expect(textOf(await small.call(script, REQUEST))).toBe('1')
    await small.close()
  })
})

describe('output without end', () => {
  it('as an answer is cut off', async () => {
    const script = misbehaving(
      `return new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(100_000)) }))`,
    )
    await scripts.call(script, REQUEST)
    const failure = await failureOf(scripts.call(script, BAD, { maxBytes: 1_000_000 }))
    expect(failure).toMatchObject({ kind: 'too-large' })
    expect(textOf(await scripts.call(script, REQUEST))).toBe('2')
  })

  it('in headers is not read', async () => {
    const script = misbehaving(`return new Response('', { headers: { long: 'x'.repeat(100_000) } })`)
    expect((await failureOf(scripts.call(script, BAD))).kind).toBe('too-large')
  })

  it('on the console is cut off, in lines', async () => {
    const script = handler(`for (let n = 0; n < 3_000; n++) console.log('line', n); return new Response()`)
    const { logs } = await (await scripts.call(script, REQUEST)).finished
    expect(logs).toHaveLength(1_001)
    expect(logs.at(-2)?.message).toBe('line 999')
    expect(logs.at(-1)).toMatchObject({ level: 'warn', message: expect.stringContaining('cut off') })
  })

  it('on the console is cut off, in letters', async () => {
    const script = handler(
      `for (let n = 0; n < 90; n++) console.log('x'.repeat(100_000)); return new Response()`,
    )
    const { logs } = await (await scripts.call(script, REQUEST)).finished
    const letters = logs.reduce((sum, { message }) => sum + message.length, 0)
    expect(letters).toBeGreaterThan(250_000)
    expect(letters).toBeLessThan(280_000)
    expect(logs.at(-1)).toMatchObject({ level: 'warn', message: expect.stringContaining('cut off') })
  })

  it('on the console does not keep a script from being stopped', async () => {
    const script = misbehaving(`for (let n = 0; ; n++) {
      console.log('x'.repeat(1_000), n)
      if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    }`)
    const failure = await failureOf(scripts.call(script, BAD, { timeout: 1_000 }))
    expect(failure.kind).toMatch(/timeout|memory/)
  })
})

describe('a script that forges', () => {
  it('the name of another call adds nothing to what that one wrote', async () => {
    const script = handler(
      `if (request.headers.has('x-forged')) { console.log('forged'); return new Response() }
      names.push(request.headers.get('x-quire-call'))
      if (names.length === 1) {
        // By a timer of its own: a call that nothing but another call could wake is held for hung.
        while (!mayGoOn) await new Promise((resolve) => setTimeout(resolve, 5))
        console.log('mine')
        return new Response('first')
      }
      for (const name of names)
        await exports.default.fetch('http://a/', { headers: { 'x-forged': '1', 'x-quire-call': name } })
      mayGoOn = true
      return new Response('second')`,
      "import { exports } from 'cloudflare:workers'\nconst names = []\nlet mayGoOn = false",
    )
    const first = scripts.call(script, REQUEST)
    const second = await scripts.call(script, REQUEST)
    expect([textOf(second), (await second.finished).logs]).toEqual(['second', []])
    const { logs } = await (await first).finished
    expect(logs.map(({ message }) => message)).toEqual(['mine'])
  })
})

describe('the machine', () => {
  it.each([
    ['/etc/passwd', `String((await import('node:fs')).readFileSync('/etc/passwd'))`],
    ['/proc', `String((await import('node:fs')).readFileSync('/proc/self/environ'))`],
    ['programs', `String((await import('node:child_process')).execSync('id'))`],
    ['threads', `String(new (await import('node:worker_threads')).Worker('1'))`],
    ['other processes', `String(process.kill(process.ppid, 9))`],
    ['texts as programs', `String(eval('1 + 1'))`],
  ])('shows a script no %s', async (_, expression) => {
    const script = handler(
      `try { return new Response('GOT ' + ${expression}) } catch { return new Response('no') }`,
    )
    expect(textOf(await scripts.call(script, REQUEST))).toBe('no')
  })

  it('shows a script nothing of its environment', async () => {
    const seen = await answerOf(scripts, `return Response.json([process.env, env, process.argv])`)
    expect(JSON.parse(seen)).toEqual([{}, {}, null])
  })

  it.each(['process.exit(0)', 'process.abort()'])('does not end by %s', async (call) => {
    const script = misbehaving(call)
    await scripts.call(script, REQUEST)
    expect((await failureOf(scripts.call(script, BAD))).kind).toBe('threw')
    expect(textOf(await scripts.call(script, REQUEST))).toBe('2')
  })
})

describe('a script that is stopped again and again', () => {
  it('is held back, and told why and for how long', async () => {
    const own = openScripts()
    const script = misbehaving('for (;;) {}')
    for (let time = 0; time < 5; time++) {
      const failure = await failureOf(own.call(script, BAD, { timeout: 50 }))
      expect(failure.kind).toMatch(time < 3 ? 'timeout' : /timeout|held-back/)
      if (failure.kind !== 'held-back') continue
      expect(failure.message).toContain('At last: The script was stopped')
      expect(failure.retryAfter).toBeGreaterThan(0)
    }
    const held = await failureOf(own.call(script, REQUEST))
    expect(held.kind).toBe('held-back')
    await own.close()
  })
})
