import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { accountOfScripts, makeFolder } from './account.ts'
import { startWatcher } from './watcher.ts'

it('the watcher kills what is left when its pipe is closed, and removes the folder', async () => {
  const account = accountOfScripts()
  const folder = await makeFolder(account)
  const watcher = startWatcher(folder, account)
  const [left, ended, forgotten] = [1, 2, 3].map(() => spawn('sleep', ['1000'], { ...account }))
  if (!left?.pid || !ended?.pid || !forgotten?.pid) throw new Error('There is no sleep')
  const gone = once(left, 'exit')
  for (const { pid = 0 } of [ended, left, forgotten]) watcher.watch(pid)
  watcher.forget(ended.pid)
  ended.kill()
  watcher.forget(forgotten.pid)
  await watcher.end()
  expect(await gone).toEqual([null, 'SIGKILL'])
  expect([forgotten.exitCode, forgotten.signalCode]).toEqual([null, null])
  expect(existsSync(folder)).toBe(false)
  forgotten.kill()
})
