// Whole repositories by chance: configuration, table of contents, pages, and everything strange that lies beside them.
import { folderBelow, joinPath } from '../../src/engines/content/draft/refile.ts'
import { relativeTarget } from '../../src/engines/content/links/paths.ts'
import { type Chance, drawBody, drawPage, titleSource } from './generated-pages.ts'
import { drawSummary } from './generated-summaries.ts'

export type TreeFile =
  | { mode: '100644' | '100755' | '120000'; bytes: Buffer }
  | { mode: '160000'; oid: string }
/** Files by path. A name that is not UTF-8 is spelt as `git-names.ts` does. */
export type Tree = Map<string, TreeFile>

/** An entry of the table of contents. */
export type DrawnEntry = {
  title: string
  /** Absent: only text. */
  target?: { file: string; fragment?: string } | { url: string }
  children: DrawnEntry[]
}
export type DrawnGroup = { title?: string; entries: DrawnEntry[] }

export type DrawnRepository = {
  /** The folder that is told to imports. */
  directory: string
  /** In front of every path of the space. */
  prefix: string
  summaryFile: string
  tree: Tree
  /** Files of pages, from the top of the space. */
  listed: string[]
  unlisted: string[]
  /** Which pages each page and include links to. */
  links: Map<string, Set<string>>
}

const NAMES = [
  'start',
  'install',
  'a b',
  'über',
  '日本語',
  'x (1)',
  '100%',
  "it's",
  'Case',
  'case',
  'deep.dive',
]
const MORE_NAMES = [
  '2-two',
  '10-ten',
  'under_score',
  'hash#tag',
  'back\\slash',
  'UPPER',
  'q?mark',
  'plus+sign',
]
const TITLES = [
  'Install',
  'under_score',
  'a (b)',
  '[x] y',
  'Star*s',
  'Über alles',
  '日本語',
  '✅ Done',
  'a ~ b',
  '1. One',
]

export function drawRepository(chance: Chance): DrawnRepository {
  const { config, directory, prefix, summaryFile } = drawConfig(chance)
  const files = new Set<string>([summaryFile])
  const groups = drawTree(chance, files)
  const listed = [...new Set(groups.flatMap(({ entries }) => entries.flatMap(filesIn)))].filter((file) =>
    files.has(file),
  )
  const unlisted = drawUnlisted(chance, files)
  const tree: Tree = new Map()
  const put = (path: string, content: string | Buffer, mode: '100644' | '100755' | '120000' = '100644') =>
    tree.set(prefix + path, { mode, bytes: Buffer.from(content) })

  for (const [path, content] of config)
    tree.set(joinPath(directory, path), { mode: '100644', bytes: Buffer.from(content) })
  const pictures = putAssets(chance, put)
  const pages = [...listed, ...unlisted]
  const includes = ['.gitbook/includes/note.md', '.gitbook/includes/deep/ünder.md']
  const links = new Map<string, Set<string>>()
  const targetsFrom = (file: string) => ({
    link: () => {
      const to = chance.pick(pages)
      links.set(file, (links.get(file) ?? new Set()).add(to))
      return spelt(chance, file, to)
    },
    picture: () => relativeTarget(file, chance.pick(pictures)),
    include: () => relativeTarget(file, chance.pick(includes)),
  })
  const titles = titlesOf(groups)
  for (const file of pages) {
    const text = drawPage(chance, titleSource(titles.get(file) ?? `Page of ${file}`), targetsFrom(file))
    put(file, text, chance.isOneIn(20) ? '100755' : '100644')
  }
  for (const [at, file] of includes.entries()) {
    const body = drawBody(chance, targetsFrom(file))
    put(file, `---\ntitle: ${at === 0 ? 'A note' : '"Ünder"'}\n---\n\n${body}`)
  }
  if (!chance.isOneIn(4))
    put('.gitbook/vars.yaml', '# Ours\nname: "Quire" # said so\nversion: 1.10\nempty:\n')
  if (summaryFile !== '') put(summaryFile, drawSummary(chance, groups, summaryFile))
  putStrangers(chance, tree, prefix, directory)
  return { directory, prefix, summaryFile, tree, listed, unlisted, links }
}

/** A target may be spelt in several ways. */
function spelt(chance: Chance, from: string, to: string) {
  const target = relativeTarget(from, to)
  if (chance.isOneIn(5) && !target.startsWith('.')) return `./${target}`
  if (chance.isOneIn(6)) return `${target}#heading`
  const isFolder = /(^|\/)README\.md$/.test(target) && target !== 'README.md'
  return isFolder && chance.isOneIn(3) ? target.replace(/README\.md$/, '') : target
}

function drawConfig(chance: Chance) {
  const directory = chance.isOneIn(4) ? chance.pick(['docs', 'spaces/one two']) : ''
  const kind = chance.pick([
    'none',
    'none',
    'empty',
    'yml',
    'root',
    'structure',
    'redirects',
    'zero-width',
  ] as const)
  const name = kind === 'yml' ? '.gitbook.yml' : '.gitbook.yaml'
  const texts = {
    none: undefined,
    empty: '',
    yml: '---\nroot: ./\n',
    root: '# where it lies\nroot: ./content/\n\nredirects:\n  old: README.md\n',
    structure: 'structure:\n  readme: README.md\n  summary: toc/CONTENTS.md\n',
    redirects: `root: ./\n\n# moved in spring\nredirects:\n  old/path: ./install.md\n\n  # dead\n  gone/page: not/there.md\n  'quo ted': "x.md"\n`,
    'zero-width': 'root: ./\n\u200bstructure:\n  summary: elsewhere.md\n',
  }
  const folder = directory === '' ? '' : `${directory}/`
  return {
    directory,
    config: new Map(texts[kind] === undefined ? [] : [[name, texts[kind]]]),
    prefix: kind === 'root' ? `${folder}content/` : folder,
    summaryFile: kind === 'structure' ? 'toc/CONTENTS.md' : 'SUMMARY.md',
  }
}

function drawTree(chance: Chance, files: Set<string>): DrawnGroup[] {
  let count = 0
  const title = () => `${chance.pick(TITLES)} ${count++}`

  function page(folder: string, depth: number): DrawnEntry {
    const hasChildren = depth < 3 && chance.isOneIn(3)
    const name = chance.pick(chance.isOneIn(2) ? MORE_NAMES : NAMES)
    const isFolder = hasChildren && !chance.isOneIn(4)
    const file = freeName(joinPath(folder, isFolder ? `${name}/README.md` : `${name}.md`), files)
    const children: DrawnEntry[] = []
    if (hasChildren)
      for (let more = 1 + chance.upTo(2); more > 0; more--) children.push(entry(folderBelow(file), depth + 1))
    return { title: title(), target: { file }, children }
  }

  function entry(folder: string, depth: number): DrawnEntry {
    if (!chance.isOneIn(8)) return page(chance.isOneIn(10) ? 'elsewhere' : folder, depth)
    const known = [...files].filter((file) => /\.md$/.test(file))
    const again = known.length > 1 ? chance.pick(known.slice(1)) : 'missing.md'
    return {
      title: title(),
      target: chance.pick([
        { url: 'https://status.example.org/?a=1&b=2' },
        { file: `missing-${count}.md` },
        { file: again },
        { file: again, fragment: 'part' },
        undefined,
      ]),
      children: [],
    }
  }

  const home: DrawnEntry = {
    title: `Welcome ${count++}`,
    target: { file: freeName('README.md', files) },
    children: [],
  }
  const groups: DrawnGroup[] = [{ entries: [home] }]
  for (let more = chance.upTo(2); more > 0; more--) groups[0]?.entries.push(entry('', 0))
  for (let more = chance.upTo(3); more > 0; more--) {
    const entries: DrawnEntry[] = []
    const folder = chance.isOneIn(2) ? '' : `part-${more}`
    for (let inside = chance.upTo(3); inside > 0; inside--) entries.push(entry(folder, 0))
    groups.push({ title: title(), entries })
  }
  return groups
}

function freeName(wanted: string, files: Set<string>) {
  let file = wanted
  for (let count = 1; files.has(file); count++) file = wanted.replace(/(\/README)?\.md$/, `${count}$1.md`)
  files.add(file)
  return file
}

function filesIn({ target, children }: DrawnEntry): string[] {
  const below = children.flatMap(filesIn)
  return target && 'file' in target ? [target.file, ...below] : below
}

/** The first entry of a page without a fragment says its title; the page itself says it too. */
function titlesOf(groups: DrawnGroup[]) {
  const titles = new Map<string, string>()
  const visit = ({ target, title, children }: DrawnEntry) => {
    if (target && 'file' in target && !titles.has(target.file)) titles.set(target.file, title)
    for (const child of children) visit(child)
  }
  for (const { entries } of groups) for (const entry of entries) visit(entry)
  return titles
}

function drawUnlisted(chance: Chance, files: Set<string>) {
  const unlisted: string[] = []
  for (let more = chance.upTo(3); more > 0; more--) {
    const folder = chance.pick(['', 'notes', 'install', 'part-1'])
    unlisted.push(freeName(joinPath(folder, `${chance.pick(['loose', 'draft page', 'README'])}.md`), files))
  }
  return unlisted
}

type Put = (path: string, content: string | Buffer, mode?: '100644' | '100755' | '120000') => void

const PICTURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function putAssets(chance: Chance, put: Put) {
  const names = [
    'image.png',
    'Image.png',
    'image (2) (1).png',
    'ü ber.svg',
    '100% a.pdf',
    'noending',
    'read me.md',
    'api.yaml',
  ]
  const assets = names.filter(() => !chance.isOneIn(4)).map((name) => `.gitbook/assets/${name}`)
  const paths = [...assets, '.gitbook/assets/always.png', 'media/beside.png']
  for (const [at, path] of paths.entries())
    put(path, Buffer.concat([PICTURE, Buffer.from([at])]), at === 1 ? '100755' : '100644')
  return paths
}

/** What no page names, and pages that end, begin or are written in an unusual way. */
const BESIDE: [path: string, content: string | Buffer, mode?: '100755' | '120000'][] = [
  ['LICENSE', 'Free for all'],
  ['.github/workflows/check.yml', 'on: push\n'],
  ['.nojekyll', ''],
  ['tools/picture.bin', Buffer.from([0, 255, 254, 10, 13])],
  ['tools/again.bin', Buffer.from([0, 255, 254, 10, 13]), '100755'],
  ['tools/nowhere', '../../outside', '120000'],
  ['no-title.md', 'Text alone.\n'],
  ['no-end.md', '# No end\n\nThe last line'],
  ['windows.md', '# Windows\r\n\r\nOne.\r\n\r\nTwo.'],
  ['marked.md', '\ufeff# Marked\n\nText.\n'],
  ['empty.md', ''],
  ['blank.md', '\n\n'],
]

function putStrangers(chance: Chance, tree: Tree, prefix: string, directory: string) {
  const put = (path: string, content: string | Buffer, mode: '100644' | '100755' | '120000' = '100644') =>
    tree.set(path, { mode, bytes: Buffer.from(content) })
  if (chance.isOneIn(2)) put(`${prefix}src/run.sh`, '#!/bin/sh\n', '100755')
  if (chance.isOneIn(2)) put(`${prefix}link.md`, 'README.md', '120000')
  if (chance.isOneIn(3)) tree.set(`${prefix}module`, { mode: '160000', oid: '1'.repeat(40) })
  if (chance.isOneIn(2)) put(`${prefix}na\udcefme.md`, '# Not UTF-8 in name\n')
  if (chance.isOneIn(3)) put(`${prefix}latin.md`, Buffer.from('# Latin\n\ncaf\xe9\n\nsecond\n', 'latin1'))
  if (chance.isOneIn(3)) put(`${prefix}.github/ISSUE.md`, '# No page\n')
  if (chance.isOneIn(3)) put(`${prefix}node_modules/x/readme.md`, '# No page\n')
  for (const [path, content, mode] of BESIDE) if (chance.isOneIn(3)) put(prefix + path, content, mode)
  const folder = directory === '' ? '' : `${directory}/`
  if (folder !== prefix) put(`${folder}LICENSE`, 'Beside the space.')
  if (directory === '') return
  put('README.md', '# Of the whole\n')
  put('docs.yaml', 'spaces: []\n')
  put('other/SUMMARY.md', '* [Other](README.md)\n')
  put('other/README.md', '# Another space\n')
}

export function textIn(tree: Tree, path: string) {
  const file = tree.get(path)
  return file && 'bytes' in file ? file.bytes.toString() : undefined
}
