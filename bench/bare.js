// What Quire is measured against: node:http and pg, running the statements that Quire was seen to run and
// sending the bytes that Quire was seen to send. No checks, no reading of rows, no writing of JSON.
//   /same/…   every statement of the request
//   /core/…   only those that read or change the resource itself
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

const { connection, statements, requests } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const pool = new pg.Pool({ ...connection, max: 20, application_name: 'bare' })

const answers = new Map()
for (const { key, steps, coreSteps, contentType, body } of requests) {
  const answer = { contentType, body: Buffer.from(body) }
  answers.set(`/same${key}`, { ...answer, steps: steps.map(revive) })
  answers.set(`/core${key}`, { ...answer, steps: coreSteps.map(revive) })
}

function revive({ statement, values }) {
  const query = statements[statement]
  const holes = values.flatMap((value, at) => (value?.fresh ? [{ at, kind: value.fresh }] : []))
  return { ...query, values: values.map(reviveValue), holes }
}

function reviveValue(value) {
  return typeof value?.base64 === 'string' ? Buffer.from(value.base64, 'base64') : value
}

const freshId = () => randomBytes(13).toString('hex')
const FRESH = { time: () => new Date(), id: freshId, ids: () => [freshId()] }

function queryOf({ name, text, values, holes }) {
  if (values.length === 0) return text
  if (holes.length === 0) return { name, text, values }
  const filled = [...values]
  for (const { at, kind } of holes) filled[at] = FRESH[kind]()
  return { name, text, values: filled }
}

async function run(steps) {
  let client
  try {
    for (const step of steps) {
      if (step.text === 'begin') client = await pool.connect()
      await (client ?? pool).query(queryOf(step))
    }
    client?.release()
  } catch (error) {
    client?.release(error)
    throw error
  }
}

async function answer(key, response) {
  const found = answers.get(key)
  if (!found) return response.writeHead(404).end()
  try {
    await run(found.steps)
    const headers = { 'content-type': found.contentType, 'content-length': found.body.length }
    response.writeHead(200, headers).end(found.body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return answer(request.url, response)
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => answer(`${request.url} ${body}`, response))
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('SIGTERM', () => process.exit(0))
// Never outlives the bench, however that ended.
process.once('disconnect', () => process.exit(0))
