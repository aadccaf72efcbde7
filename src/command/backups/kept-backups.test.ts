import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupFile, dropOldBackups, isBackupDue, listBackups } from './kept-backups.ts'

const HOUR = 60 * 60_000
const now = new Date('2026-11-19T03:00:00Z')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-backups-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function made(hoursAgo: number, end = '') {
  const time = new Date(now.getTime() - hoursAgo * HOUR)
  const file = `${backupFile(folder, time)}${end}`
  await writeFile(file, '')
  await utimes(file, time, time)
  return file
}

describe('a folder of backups', () => {
  it('needs another one a day after the newest', async () => {
    expect(await isBackupDue(join(folder, 'new'), now)).toBe(true)
    await made(25)
    expect(await isBackupDue(folder, now)).toBe(true)
    await made(23)
    expect(await isBackupDue(folder, now)).toBe(false)
  })

  it('waits for one that another process makes, unless it was cut short', async () => {
    await made(30, '.partial')
    expect(await isBackupDue(folder, now)).toBe(true)
    await made(1, '.partial')
    expect(await isBackupDue(folder, now)).toBe(false)
  })

  it('keeps the newest, and whatever else lies there', async () => {
    const other = join(folder, 'quire-before-the-move.tar.gz')
    await writeFile(other, '')
    const kept = [await made(48), await made(24), await made(0)]
    await made(96)
    await made(72)
    await made(72, '.partial')
    await dropOldBackups(folder, 3, now)
    expect(await listBackups(folder)).toEqual(kept)
    expect((await readdir(folder)).length).toBe(4)
  })
})
