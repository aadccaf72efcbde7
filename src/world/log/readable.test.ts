import { describe, expect, it } from 'vitest'
import { openLog } from './log.ts'
import { readableLine } from './readable.ts'

function written(log: (log: ReturnType<typeof openLog>) => void) {
  const lines: string[] = []
  log(openLog('info', { write: (line) => void lines.push(line) }))
  return lines.map(readableLine).join('')
}

describe('the log on a terminal', () => {
  it('is a line of text, with what it is about', () => {
    const text = written((log) => log.info({ method: 'GET', status: 200, path: '/a b' }, 'answered'))
    expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}answered method=GET status=200 path="\/a b"\n$/)
  })

  it('has the stack of an error below it', () => {
    const text = written((log) =>
      log.error({ err: new TypeError('the lamp is out'), job: 'x' }, 'job failed'),
    )
    expect(text).toMatch(/ERROR job failed job=x\n {4}TypeError: the lamp is out\n {8}at /)
  })

  it('lets nobody write commands to the terminal', () => {
    const text = written((log) => log.warn({ path: '\u001b[2J' }, 'a\u001b]0;title\u0007b'))
    expect(text).toMatch(/^\d\d:\d\d:\d\d WARN {2}a\]0;titleb path="[^"]*\[2J"\n$/)
  })

  it('leaves alone what is no entry', () => {
    expect(readableLine('no JSON\n')).toBe('no JSON\n')
  })
})
