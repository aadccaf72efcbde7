import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../../test/drawn/draws.ts'
import { ALL_BLOCKS, ALL_HEADS, chanceFrom } from '../../../../../test/drawn/generated-pages.ts'
import { drawRepository } from '../../../../../test/drawn/generated-repositories.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { writeMarkdown } from '../../../../engines/markdown/write.ts'
import { splitPage } from '../../../../engines/repository/page/page-file.ts'

// So that identity is not met by keeping texts alone: pages written anew from their documents mean what they meant.

type Tally = { pages: number; identical: number }

function expectReal(text: string, tally: Tally, where: string) {
  const { body } = splitPage(text)
  const first = parseMarkdown(body)
  const written = writeMarkdown(first)
  const second = parseMarkdown(written)
  expect(withoutKeys(second), where).toBe(withoutKeys(first))
  expect(writeMarkdown(second), where).toBe(written)
  tally.pages += 1
  if (written === body) tally.identical += 1
}

function withoutKeys(document: unknown) {
  return JSON.stringify(document, (name, value: unknown) => (name === 'key' ? undefined : value))
}

function tell({ pages, identical }: Tally, of: string) {
  console.info(`${of}: ${identical} of ${pages} pages are written as they were, byte for byte`)
}

describe('the model', () => {
  it('is real for every form there is, alone and beside each other', () => {
    const tally = { pages: 0, identical: 0 }
    for (const block of ALL_BLOCKS) expectReal(block, tally, block)
    for (const head of ALL_HEADS) expectReal(`${head}# Title\n\n${ALL_BLOCKS.join('\n\n')}`, tally, head)
    for (const [at, block] of ALL_BLOCKS.entries())
      expectReal(`${block}\n\n${ALL_BLOCKS[(at * 7 + 3) % ALL_BLOCKS.length]}\n`, tally, block)
    expect(tally.pages).toBeGreaterThan(100)
  })

  it('is real for the pages of generated repositories', () => {
    const tally = { pages: 0, identical: 0 }
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const { tree } = drawRepository(chanceFrom(draw))
        for (const [path, file] of tree)
          if (/\.md$/.test(path) && 'bytes' in file) expectReal(file.bytes.toString(), tally, path)
      }),
      { numRuns: draws(60), endOnFailure: true },
    )
    tell(tally, 'Generated')
  })
})

/** A folder of real repositories to try. Only where it is told: the colour of a run depends on the commit alone. */
const corpora = process.env.QUIRE_CORPORA
const run = promisify(execFile)

describe.skipIf(!corpora)('repositories of others', () => {
  it('come out as they went in, and their pages are real', { timeout: 600_000 }, async () => {
    const folder = corpora ?? ''
    for (const archive of (await readdir(folder)).filter((name) => name.endsWith('.tar'))) {
      const unpacked = await mkdtemp(join(tmpdir(), 'quire-corpus-'))
      try {
        await run('tar', ['xf', join(folder, archive), '-C', unpacked])
        const [name = ''] = await readdir(unpacked)
        await expectLossless(join(unpacked, name), archive)
      } finally {
        await rm(unpacked, { recursive: true, force: true })
      }
    }
  })
})

/** The last two commits, one after the other, in every space that the repository holds. */
async function expectLossless(path: string, archive: string) {
  const space = await openSyncedSpace()
  const { git, name, imports, exports, tip, tree } = space
  await git.git(name, 'fetch', '--quiet', '--update-shallow', path, 'HEAD:refs/heads/source')
  const commits = (await git.git(name, 'rev-list', '--first-parent', 'refs/heads/source')).trim().split('\n')
  const tally = { pages: 0, identical: 0 }
  const files = Object.entries(await git.readTree(name, 'source'))
  for (const [path, text] of files) if (/\.md$/.test(path)) expectReal(text, tally, `${archive} ${path}`)
  tell(tally, archive)

  for (const directory of spacesIn(files.map(([path]) => path))) {
    const options = { repoProjectDirectory: directory }
    for (const commit of commits.slice(0, 2).reverse()) {
      await git.git(name, 'update-ref', 'refs/heads/main', commit)
      const started = performance.now()
      const { report } = await imports(options)
      const taken = Math.round(performance.now() - started)
      console.info(
        `${archive} ${directory}: ${report.pages.total} pages in ${taken} ms; ${JSON.stringify(report.counts)}`,
      )
      await exports(options)
      expect(await tip()).toBe(commit)
      await exports({ ...options, force: true })
      expect(await tree(await tip())).toBe(await tree(commit))
    }
  }
}

/** Folders with a configuration, or else with a table of contents. */
function spacesIn(paths: string[]) {
  const folders = (name: RegExp) =>
    paths.filter((path) => name.test(path)).map((path) => path.replace(name, ''))
  const configured = folders(/(?:^|\/)\.gitbook\.ya?ml$/)
  return configured.length > 0 ? configured : folders(/(?:^|\/)SUMMARY\.md$/)
}
