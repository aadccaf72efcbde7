// What a site is measured against: node:http, sending the bytes that Quire was seen to send.
import { createServer } from 'node:http'

process.once('message', ({ contentType, body }) => {
  const bytes = Buffer.from(body)
  const headers = { 'content-type': contentType, 'content-length': bytes.length }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, headers).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
