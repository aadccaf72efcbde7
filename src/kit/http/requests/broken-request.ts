import type { Socket } from 'node:net'
import { errorBody } from '../answers/errors.ts'

const BROKEN: Record<string, [status: number, phrase: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive'],
}

/** What is not even HTTP never becomes a request; it still gets an answer in our words. */
export function endBrokenRequest(code: string | undefined, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, phrase, message] = BROKEN[code ?? ''] ?? [
    400,
    'Bad Request',
    'This is not a valid HTTP request',
  ]
  const body = JSON.stringify(errorBody(status, message))
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
