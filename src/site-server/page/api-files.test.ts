import { expect, it } from 'vitest'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'
import { processFilesTask } from '../../rooms/api-references/openapi/tasks.ts'
import { TaskTimeout } from '../../world/threads/threads.ts'
import { TaskLost } from '../../world/threads/worker-handles.ts'

const described = (summary: string) => `
openapi: 3.1.0
info: { title: Birds, version: '1' }
paths:
  /birds:
    get:
      summary: ${summary}
      responses: { '200': { description: All kestrels } }
`
const block = (src: string, tag = 'openapi') =>
  `{% ${tag} src="${src}" path="/birds" method="get" %}\n[birds](${src})\n{% end${tag} %}\n`

async function openFiles() {
  const opened = await openPublished()
  const { client, spaces, drain, app, base } = opened
  const { pathname } = new URL(base)
  const write = async (...changes: object[]) => {
    await client.post(`${spaces.guide}/content`, { changes })
    await drain()
  }
  const file = (name: string, text: string) => ({
    operation: 'insert_files',
    files: [{ name, contentType: 'application/yaml', base64: Buffer.from(text).toString('base64') }],
  })
  return { ...opened, write, file, get: (at: string) => app.inject({ url: pathname + at }) }
}

it('a block that names a file of the space shows what the file says', async () => {
  const { write, file, get, client, spaces, interceptTasks } = await openFiles()
  let reads = 0
  interceptTasks(({ name }, go) => {
    if (name === processFilesTask.name) reads += 1
    return go()
  })
  await write(file('birds.yaml', described('List birds')))
  await write(page('Birds', block('.gitbook/assets/birds.yaml') + block('.gitbook/assets/birds.yaml')))
  const { body } = await get('birds')
  expect(body.match(/<section class="api-operation">/g)).toHaveLength(2)
  expect(body).toContain('id="list-birds"')
  expect((await get('birds.md')).body).toContain('All kestrels')
  const found = await client.get(`${spaces.guide}/search?query=kestrels`)
  expect(found.items).toMatchObject([{ title: 'Birds' }])
  expect(reads).toBe(1)
})

it('a block whose file can not be read, or is elsewhere, is a box with a link', async () => {
  const { write, file, get } = await openFiles()
  await write(
    file('words.yaml', 'Just words'),
    page('Wrong', block('.gitbook/assets/words.yaml') + block('https://example.org/birds.yaml')),
  )
  const { body } = await get('wrong')
  expect(body.match(/class="api-box"/g)).toHaveLength(2)
  expect(body).toContain('href="https://example.org/birds.yaml"')
  expect(body).not.toContain('api-operation')
})

const A_FEW_MINUTES = 5 / (24 * 60)

it('a description that took too long to read once is there when the machine has time again', async () => {
  const { write, file, get, tick, interceptTasks } = await openFiles()
  const failures = [new TaskTimeout('too slow'), new TaskLost('killed')]
  let reads = 0
  const stop = interceptTasks(({ name }, go) => {
    if (name !== processFilesTask.name) return go()
    return Promise.reject(failures[reads++ % 2])
  })
  await write(file('birds.yaml', described('List slow birds')))
  await write(page('Birds', block('.gitbook/assets/birds.yaml')))
  const tries = reads
  // Each try takes a process for half a minute: who asks meanwhile gets the page without it.
  for (const at of ['birds', 'birds.md', 'birds']) {
    const { statusCode, body } = await get(at)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('All kestrels')
  }
  expect(reads).toBe(tries)
  tick(A_FEW_MINUTES)
  expect((await get('birds')).body).not.toContain('All kestrels')
  expect(reads).toBe(tries + 1)
  stop()
  tick(A_FEW_MINUTES)
  expect((await get('birds')).body).toContain('All kestrels')
  expect((await get('birds.md')).body).toContain('All kestrels')
})
