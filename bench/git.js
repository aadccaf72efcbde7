// Git: importing and exporting a repository of many pages, beside what the git program itself needs for the same.
import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { client } from './client.js'
import { memoryOf, startIdle, watchLoops } from './processes.js'

const run = promisify(execFile)
const SIZES = [5_000, 10_000]
const ROUNDS = 9
/** A page that changed, alone among so many. */
const AMONG = 5_000
const PAGES_A_SECOND = 300
const LONGEST_BLOCK = 50
const MOST_MEMORY = 500
/** What a push of one commit to the server of the bench takes, at least. */
const PUSH = 100
const ENV = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }

export async function measureGit({ url, token, child: quire, folder, say, stopLater }) {
  const server = fork(new URL('./git-server.js', import.meta.url), [folder])
  stopLater(server)
  const [port] = await once(server, 'message')
  const idle = startIdle({ onSpawn: stopLater })
  const api = client(url, token)
  const organization = await api('POST', '/v1/orgs', { title: 'Bench of Git' })
  const results = []
  for (const size of SIZES) {
    say(`a repository of ${size} pages`)
    const repository = join(folder, `pages-${size}.git`)
    await makeRepository(repository, size)
    const space = await api('POST', `/v1/orgs/${organization.id}/spaces`, { title: `From Git ${size}` })
    const remote = `http://127.0.0.1:${port}/pages-${size}.git`
    const work = { api, quire, idle, folder, say, repository, remote, size, spaceId: space.id }
    results.push(await measureRepository(work))
  }
  return results
}

async function measureRepository(work) {
  const { api, quire, idle, folder, say, repository, remote: address, size, spaceId } = work
  const remote = { url: address, ref: 'refs/heads/main' }
  const bare = await cloneAndRead(address, join(folder, 'clone'))
  say('importing it')
  const watched = watch(quire, idle)
  const first = await sync(api, spaceId, 'import', remote)
  // What follows an import in the background belongs to it: links and search.
  await untilFound(api, spaceId)
  const { longestBlock, longestWait, mostMemory } = await watched()
  say('importing it again, unchanged')
  const fetchAgain = await mirror(address, join(folder, 'mirror'))
  const [fetches, unchangedImports] = [[], []]
  // In turns, so that both meet the same machine.
  for (let round = 0; round < ROUNDS; round++) {
    fetches.push(await timed(fetchAgain))
    unchangedImports.push(await sync(api, spaceId, 'import', remote))
  }
  say('one changed page, there and here')
  const changedThere = []
  for (let round = 0; round < 3; round++) {
    await commitPage(repository, round)
    changedThere.push(await sync(api, spaceId, 'import', remote))
  }
  const { pages } = await api('GET', `/v1/spaces/${spaceId}/content/pages`)
  const [page] = pages
  const changedHere = []
  for (let round = 0; round < 3; round++) {
    const document = { markdown: `Edited ${round} times.\n` }
    const changes = [{ operation: 'update_page', page: page.id, document }]
    await api('POST', `/v1/spaces/${spaceId}/content`, { changes })
    changedHere.push(await sync(api, spaceId, 'export', { ...remote, commitMessage: 'Bench' }))
  }
  await rm(join(folder, 'clone'), { recursive: true, force: true })
  await rm(join(folder, 'mirror'), { recursive: true, force: true })
  return {
    size,
    bare,
    first,
    perSecond: (size / first) * 1000,
    fetched: middle(fetches),
    unchanged: middle(unchangedImports),
    changedThere: middle(changedThere),
    changedHere: middle(changedHere),
    longestBlock,
    longestWait,
    mostMemory,
  }
}

/** Asks, and waits until it is over; the time from the first word of the question until it was done. */
export async function sync(api, spaceId, direction, body) {
  const began = Date.now()
  await api('POST', `/v1/spaces/${spaceId}/git/${direction}`, body)
  for (;;) {
    const { items } = await api('GET', `/v1/spaces/${spaceId}/git/operations?limit=1`)
    const [{ state, error, completedAt }] = items
    if (state === 'failure') throw new Error(error)
    // When it was done, not when we came to look: that is up to 20 ms later.
    if (state === 'success') return Date.parse(completedAt) - began
    await sleep(10)
  }
}

async function untilFound(api, spaceId) {
  for (let isFound = false; !isFound; ) {
    await sleep(500)
    const { items } = await api('GET', `/v1/spaces/${spaceId}/search?query=generated`)
    const { items: jobs } = await api('GET', `/v1/spaces/${spaceId}/links?limit=1`)
    isFound = items.length > 0 && jobs.length > 0
  }
}

/** How long the process was held up, a process that does nothing beside it, and how large it grew. */
function watch(quire, idle) {
  const longestBlocks = watchLoops(quire, idle)
  let mostMemory = 0
  const watching = setInterval(() => {
    mostMemory = Math.max(mostMemory, memoryOf(quire.pid) ?? 0)
  }, 100)
  return async () => {
    clearInterval(watching)
    const [longestBlock, longestWait] = await longestBlocks()
    return { longestBlock, longestWait, mostMemory }
  }
}

async function cloneAndRead(address, to) {
  return timed(async () => {
    await run('git', ['clone', '--quiet', '--bare', address, to], { env: ENV })
    const { stdout } = await run('git', ['-C', to, 'ls-tree', '-r', '--object-only', 'main'], {
      env: ENV,
      maxBuffer: 1e9,
    })
    const cat = spawn('git', ['-C', to, 'cat-file', '--batch'], {
      env: ENV,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    cat.stdin.end(stdout)
    await once(cat, 'exit')
  })
}

/** A copy; calling what it yields fetches into it, which finds nothing new. */
async function mirror(address, to) {
  await run('git', ['clone', '--quiet', '--mirror', address, to], { env: ENV })
  return () => run('git', ['-C', to, 'fetch', '--quiet', 'origin'], { env: ENV })
}

async function timed(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** Pages of a few kilobytes in folders of fifty, with links, code, hints and tables, by one fast-import. */
export async function makeRepository(repository, size) {
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository], { env: ENV })
  await run('git', ['-C', repository, 'config', 'http.receivepack', 'true'], { env: ENV })
  const files = new Map([['README.md', '# Home\n\nA generated book.\n']])
  const lines = ['# Table of contents', '', '* [Home](README.md)']
  for (let number = 1; number < size; number++) {
    const chapter = Math.floor((number - 1) / 50)
    const isFirst = (number - 1) % 50 === 0
    const path = isFirst ? `chapter-${chapter}/README.md` : `chapter-${chapter}/page-${number}.md`
    if (isFirst && chapter % 10 === 0) lines.push('', `## Part ${chapter / 10}`, '')
    lines.push(`${isFirst ? '' : '  '}* [Page ${number}](${path})`)
    files.set(path, pageText(number, chapter))
  }
  files.set('SUMMARY.md', `${lines.join('\n')}\n`)
  await fastImport(repository, files, 'A generated book')
}

function pageText(number, chapter) {
  const paragraphs = Array.from(
    { length: 8 },
    (_, at) =>
      `Paragraph ${at} of page ${number} says something about **topic ${(number * 7 + at) % 500}** and links to [another](page-${number - 1}.md) page, with \`code\` and _emphasis_ as real pages have.`,
  )
  return [
    `---\ndescription: About page ${number}\n---\n`,
    `# Page ${number}\n`,
    paragraphs.slice(0, 4).join('\n\n'),
    `\n{% hint style="info" %}\nOf chapter ${chapter}.\n{% endhint %}\n`,
    '## Steps\n\n1. First\n2. Second\n   * nested\n',
    `\`\`\`bash\nrun --number ${number}\n\`\`\`\n`,
    '| Name | Value |\n| ---- | ----- |\n| one | 1 |\n| two | 2 |\n',
    paragraphs.slice(4).join('\n\n'),
    '',
  ].join('\n')
}

function commitPage(repository, round) {
  return fastImport(
    repository,
    new Map([['chapter-3/README.md', `# Changed ${round}\n\nText ${round}.\n`]]),
    'Change',
  )
}

async function fastImport(repository, files, message) {
  const git = spawn('git', ['-C', repository, 'fast-import', '--quiet'], {
    env: ENV,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const parts = [
    `commit refs/heads/main\ncommitter Bench <bench@example.org> ${Math.floor(Date.now() / 1000)} +0000\n${data(message)}`,
  ]
  if ((await run('git', ['-C', repository, 'for-each-ref'], { env: ENV })).stdout !== '')
    parts.push('from refs/heads/main^0\n')
  for (const [path, text] of files) parts.push(`M 100644 inline ${path}\n${data(text)}`)
  git.stdin.end(parts.join(''))
  const [code] = await once(git, 'exit')
  if (code !== 0) throw new Error(`fast-import ended with ${code}`)
}

function data(text) {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}

export function describeGit(results) {
  return results.map(describeOne).join('\n')
}

function describeOne(one) {
  const { size, bare, first, perSecond, fetched, unchanged, changedThere, changedHere } = one
  const { longestBlock, longestWait, mostMemory } = one
  const lines = [
    ['first import, ms', first, `git clone + cat-file: ${bare.toFixed(0)}`],
    ['pages a second', perSecond, goal(perSecond >= PAGES_A_SECOND, `${PAGES_A_SECOND} or more`)],
    [
      'unchanged import, ms',
      unchanged,
      goal(unchanged <= 2 * fetched, `2 × the fetch alone, ${fetched.toFixed(0)}`),
    ],
    [
      'one page changed in Git, ms',
      changedThere,
      goal(changedThere - fetched < 1000, '1000 after the fetch', size),
    ],
    [
      'one page changed here, export, ms',
      changedHere,
      goal(changedHere < 1000 + PUSH, '1000 and the push', size),
    ],
    [
      'longest block of the event loop, ms',
      longestBlock,
      `${goal(longestBlock <= LONGEST_BLOCK, `${LONGEST_BLOCK}`)}; one that does nothing waited ${longestWait.toFixed(0)}`,
    ],
    ['most memory, MB', mostMemory, goal(mostMemory < MOST_MEMORY, `below ${MOST_MEMORY}`)],
  ]
  return [
    `Git, ${size} pages:`,
    ...lines.map(([what, value, note]) => `  ${what.padEnd(38)}${value.toFixed(0).padStart(8)}   ${note}`),
    '',
  ].join('\n')
}

/** Goals for one page among 5,000 say nothing about other sizes. */
function goal(isReached, what, size = AMONG) {
  return size === AMONG ? `goal ${what}: ${isReached ? 'yes' : 'NO'}` : ''
}
