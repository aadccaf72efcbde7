import autocannon from 'autocannon'
import { processorTimeOf } from './processes.js'

export const CONNECTIONS = 32

/**
 * Loads one server for some seconds. Each connection walks again and again through the requests of its lanes; those
 * without a lane are everybody's.
 */
export async function load({ server, prefix = '', requests, token, seconds, onStart }) {
  let client = 0
  const timeBefore = processorTimeOf(server.pid)
  const running = autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
    setupClient: (connection) => connection.setRequests(shareOf(requests, client++, prefix)),
  })
  onStart(running)
  const result = await running
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${server.url}${prefix} failed: ${result.errors} errors, ${result.non2xx} refusals`)
  }
  const answered = result['2xx']
  return {
    answered,
    perSecond: answered / result.duration,
    p99: result.latency.p99,
    processorMicroseconds: ((processorTimeOf(server.pid) - timeBefore) / answered) * 1e6,
  }
}

function shareOf(requests, client, prefix) {
  return requests
    .filter(({ lane = client }) => lane % CONNECTIONS === client)
    .map(({ method, path, body }) => ({
      method,
      path: prefix + path,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    }))
}
