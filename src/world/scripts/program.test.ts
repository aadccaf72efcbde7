import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountOfScripts, makeFolder } from './account.ts'
import { ScriptFailed } from './failure.ts'
import { installedProgram, usableProgram } from './program.ts'

describe('the program', () => {
  it.each([
    ['linux-x64', '@cloudflare/workerd-linux-64/bin/workerd'],
    ['linux-arm64', '@cloudflare/workerd-linux-arm64/bin/workerd'],
    ['darwin-x64', '@cloudflare/workerd-darwin-64/bin/workerd'],
    ['darwin-arm64', '@cloudflare/workerd-darwin-arm64/bin/workerd'],
  ])('is looked for in the package for %s', (platform, path) => {
    expect(installedProgram(platform, (name) => name)).toBe(path)
  })

  it.runIf(process.getuid?.() === 0)('is copied where those without rights cannot reach it', async () => {
    const closed = await makeFolder(undefined)
    const [open, alsoClosed] = [await makeFolder(accountOfScripts()), await makeFolder(undefined)]
    const installed = join(closed, 'workerd')
    await writeFile(installed, '#!/bin/sh\necho workerd 1.2.3\n', { mode: 0o700 })
    const asked = () => usableProgram(accountOfScripts(), [alsoClosed, open], installed)
    expect([await asked(), await asked()]).toEqual([join(open, 'workerd-1.2.3'), join(open, 'workerd-1.2.3')])
    expect(await usableProgram(undefined, [open], installed)).toBe(installed)
    await expect(usableProgram(accountOfScripts(), [alsoClosed], installed)).rejects.toThrow(
      'does not run on this',
    )
    for (const folder of [closed, open, alsoClosed]) await rm(folder, { recursive: true })
  })

  it('says what to do where it is not installed, or does not exist', () => {
    const missing = () => installedProgram('linux-x64', () => fail('Cannot find module'))
    expect(missing).toThrow(ScriptFailed)
    expect(missing).toThrow(
      'workerd for linux-x64 is not installed. It runs scripts of integrations. To add it: npm install workerd@',
    )
    expect(() => installedProgram('win32-x64')).toThrow('Scripts do not run on win32-x64')
  })
})

function fail(message: string): never {
  throw new Error(message)
}
