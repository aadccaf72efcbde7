import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARCHIVE_LIMITS } from './archive.ts'
import { openArchive } from './read.ts'
import { openArchiveTarget } from './write.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-archive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const AT = new Date('2026-02-03T04:05:06Z')
const bytes = (text: string) => Buffer.from(text)

const FILES: Record<string, Buffer> = {
  'README.md': bytes('# Hello\n'),
  'empty.md': bytes(''),
  '中文/ü b.md': bytes('text'.repeat(10_000)),
  '.quire/space.json': bytes('{}'),
  '.gitbook/assets/dot.png': Buffer.from([1, 2, 3, 0, 255]),
}

async function written(path: string, files = FILES, force = false) {
  const target = await openArchiveTarget(path, { force, at: AT })
  for (const [name, content] of Object.entries(files)) await target.add(name, content)
  await target.finish()
  return path
}

async function contents(path: string) {
  const archive = await openArchive(path)
  const found: Record<string, Buffer> = {}
  for (const { path } of archive.entries) found[path] = await archive.read(path)
  await archive.close()
  return found
}

async function zipped(name: string, files: Record<string, Uint8Array>) {
  const path = join(folder, name)
  await writeFile(path, zipSync(files))
  return path
}

describe('archives', () => {
  it.each(['all.zip', 'all'])('give back what was written: %s', async (name) => {
    expect(await contents(await written(join(folder, name)))).toEqual(FILES)
  })

  it('are the same bytes when the same is written again', async () => {
    const [one, two] = [await written(join(folder, '1.zip')), await written(join(folder, '2.zip'))]
    expect(await readFile(one)).toEqual(await readFile(two))
  })

  it('leave alone what is there, unless forced', async () => {
    const zip = await written(join(folder, 'taken.zip'))
    await expect(written(zip)).rejects.toThrow(/exists already.*--force/)
    await written(zip, { 'a.md': bytes('a') }, true)
    expect(Object.keys(await contents(zip))).toEqual(['a.md'])
    const dir = await written(join(folder, 'taken'))
    await expect(written(dir)).rejects.toThrow(/not empty.*--force/)
  })

  it('are not there when they were abandoned', async () => {
    for (const name of ['left.zip', 'left']) {
      const target = await openArchiveTarget(join(folder, 'sub', name), { force: false, at: AT })
      await target.add('a.md', bytes('a'))
      await target.abandon()
    }
    const names = await readdir(join(folder, 'sub'), { recursive: true })
    expect(names.filter((name) => name !== 'left')).toEqual([])
  })

  it('may lie in one folder of the archive, among what archivers add', async () => {
    const path = await zipped('nested.zip', {
      'docs-main/README.md': bytes('# Hi\n'),
      'docs-main/.gitbook/vars.yaml': bytes('a: b\n'),
      'docs-main/.DS_Store': bytes('x'),
      '__MACOSX/docs-main/._README.md': bytes('x'),
    })
    expect(Object.keys(await contents(path)).sort()).toEqual(['.gitbook/vars.yaml', 'README.md'])
  })

  it('follow no links and do not look into .git', async () => {
    const path = join(folder, 'linked')
    await mkdir(join(path, '.git'), { recursive: true })
    await writeFile(join(path, '.git', 'config'), 'secret')
    await writeFile(join(path, 'a.md'), 'a')
    await symlink('/etc', join(path, 'etc'))
    await symlink('/etc/hosts', join(path, 'hosts.md'))
    expect(Object.keys(await contents(path))).toEqual(['a.md'])
  })
})

describe('archives that are refused', () => {
  it.each([
    '../up.md',
    '/top.md',
    'a/../../b.md',
    'a\\..\\..\\b.md',
    'C:/x.md',
    '.git/config',
    'a/.GIT /hooks',
  ])('for the name %s', async (name) => {
    const path = await zipped('unsafe.zip', { 'a.md': bytes('a'), [name]: bytes('x') })
    await expect(openArchive(path)).rejects.toThrow(/safe/)
    const target = await openArchiveTarget(join(folder, 'unsafe'), { force: true, at: AT })
    await expect(target.add(name, bytes('x'))).rejects.toThrow(/not a safe file name/)
  })

  it('when they would unpack to very much more', async () => {
    const path = await zipped('bomb.zip', { 'bomb.md': new Uint8Array(80 * 1024 * 1024) })
    await expect(openArchive(path)).rejects.toThrow(/200 times its size/)
    const limits = { ...ARCHIVE_LIMITS, fileBytes: 1024 * 1024 }
    await expect(openArchive(path, limits)).rejects.toThrow(/bomb\.md is larger than 1 MB/)
  })

  it('when there are too many files, or too many bytes together', async () => {
    const path = await zipped('many.zip', { 'a.md': bytes('aaaa'), 'b.md': bytes('bbbb') })
    await expect(openArchive(path, { ...ARCHIVE_LIMITS, files: 1 })).rejects.toThrow(/more than 1 files/)
    await expect(openArchive(path, { ...ARCHIVE_LIMITS, bytes: 6 })).rejects.toThrow(/larger than/)
  })

  it('when they are no archive, or cut short', async () => {
    const path = await written(join(folder, 'whole.zip'))
    const whole = await readFile(path)
    await writeFile(join(folder, 'half.zip'), whole.subarray(0, whole.length / 2))
    await expect(openArchive(join(folder, 'half.zip'))).rejects.toThrow(
      /half\.zip is not a zip file, or is damaged/,
    )
    await expect(openArchive(join(folder, 'nothing.zip'))).rejects.toThrow(
      /nothing to read at .*nothing\.zip/,
    )
  })

  it('when bytes of a file changed on the way, and say which file', async () => {
    const content = Buffer.from('no two letters are quite the same here')
    const path = join(folder, 'bad.zip')
    const whole = Buffer.from(zipSync({ 'x.md': [content, { level: 0 }] }))
    const at = whole.indexOf(content)
    whole[at] = (whole[at] ?? 0) ^ 1
    await writeFile(path, whole)
    const archive = await openArchive(path)
    await expect(archive.read('x.md')).rejects.toThrow(/x\.md in the archive is damaged/)
    await archive.close()
  })
})
