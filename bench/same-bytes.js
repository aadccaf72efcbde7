// What sites are measured against: node:http, sending the bytes that Quire was seen to send. Told a statement, it runs
// that before each answer, as the bare server of the other requests does: what Quire has in memory, it reads.
import { createServer } from 'node:http'
import pg from 'pg'

process.once('message', ({ contentType, body, connection, statement }) => {
  const bytes = Buffer.from(body)
  const headers = { 'content-type': contentType, 'content-length': bytes.length }
  const pool = connection && new pg.Pool({ ...connection, max: 20, application_name: 'bare' })
  const server = createServer(async (request, response) => {
    request.resume()
    await pool?.query(statement)
    response.writeHead(200, headers).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
