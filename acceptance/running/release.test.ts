// What a release consists of, made without making one.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder, removeFolder } from '../server.ts'

const ROOT = join(import.meta.dirname, '../..')

it('is a package, its bill of materials and its part of the changelog', async () => {
  const folder = await makeFolder()
  onTestFinished(() => removeFolder(folder))
  const { version, dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const made = join(folder, 'made')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bin/release.js'), '--dry-run', '--to', made],
    { cwd: folder },
  )
  expect(stdout).toContain(`Would release v${version}`)
  expect((await readdir(made)).sort()).toEqual([
    `quire-${version}.cdx.json`,
    `quire-${version}.md`,
    `quire-${version}.tgz`,
  ])
  const { components } = JSON.parse(await readFile(join(made, `quire-${version}.cdx.json`), 'utf8'))
  const listed = new Set(
    components.map(({ purl }: { purl: string }) =>
      decodeURIComponent(purl).replace(/^pkg:npm\/|@[^@]*$/g, ''),
    ),
  )
  expect(Object.keys(dependencies).filter((name) => !listed.has(name))).toEqual([])
  const notes = await readFile(join(made, `quire-${version}.md`), 'utf8')
  expect(notes.match(/^## /gm)).toHaveLength(1)
})
