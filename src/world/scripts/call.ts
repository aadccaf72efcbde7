// One call: a POST to the script, its answer read within limits, and what it wrote.
import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { codeOf } from '../network/fetch-failure.ts'
import { CALL_HEADER, SCRIPT_HOST } from './config.ts'
import { inSeconds, ScriptFailed, withoutHandler } from './failure.ts'
import type { CallRecord } from './logs.ts'
import type { ScriptProcess } from './process.ts'
import type { CallLimits, Finished, ScriptAnswer, ScriptRequest } from './scripts.ts'

/** The process was gone before it heard of the call: another one can have it. */
export class NotDelivered extends Error {}

/** Written output comes right behind the answer, unless the script keeps the thread for itself. */
const LOGS_WITHIN_MS = 1_000
/** The end of a process is known a moment after its connections break. */
const GONE_WITHIN_MS = 2_000

export async function callScript(
  process: ScriptProcess,
  request: ScriptRequest,
  limits: CallLimits,
): Promise<ScriptAnswer> {
  if (!(await process.isFit())) throw new NotDelivered()
  const call = randomUUID()
  const record = process.records.open(call)
  try {
    const answer = await exchange(process, { call, record }, request, limits)
    await within(LOGS_WITHIN_MS, record.answered)
    throwIfFailed(answer, record)
    const finished = finish(process, record, limits).finally(() => process.records.close(call))
    return { ...answer, logs: [...record.logs], finished }
  } catch (error) {
    process.records.close(call)
    if (!(error instanceof ScriptFailed)) throw error
    const { kind, message, cause } = error
    // Its own copy: all calls of a process that ended share one failure, but each has written something else.
    throw new ScriptFailed(kind, message, { cause, logs: [...record.logs] })
  }
}

/** Waits for what the script does after its answer, and ends it where it does not let go of the thread. */
async function finish(process: ScriptProcess, record: CallRecord, limits: CallLimits): Promise<Finished> {
  const isOver = await within(limits.background, record.ended)
  const failure = isOver ? await failureAfter(process, record) : await overdue(process, limits.background)
  return { logs: [...record.logs], ...(failure && { failure }) }
}

async function failureAfter(process: ScriptProcess, record: CallRecord): Promise<ScriptFailed | undefined> {
  if (!record.isWhole) return endOf(process)
  if (record.thrown === undefined) return undefined
  return new ScriptFailed('threw', `The script failed after its answer: ${firstLine(record.thrown)}`)
}

async function overdue(process: ScriptProcess, background: number) {
  await process.endUnlessAwake(stoppedFor('did not end its work', background))
  const words = `The script ran longer than ${inSeconds(background)} after its answer.`
  return new ScriptFailed('timeout', words)
}

/** Why the process ended; nothing where it did not. */
async function endOf(process: ScriptProcess): Promise<ScriptFailed | undefined> {
  let reason: ScriptFailed | undefined
  const told = process.gone.then((why) => {
    reason = why
  })
  await within(GONE_WITHIN_MS, told)
  return reason
}

function throwIfFailed({ status }: Answer, { hasReturned, thrown }: CallRecord) {
  if (status !== 500 || hasReturned || thrown === undefined) return
  if (thrown.includes('does not export a fetch() function')) throw withoutHandler()
  throw new ScriptFailed('threw', `The script failed: ${firstLine(thrown)}`)
}

type OwnCall = { call: string; record: CallRecord }
type Answer = Pick<ScriptAnswer, 'status' | 'headers' | 'body'>

function exchange(process: ScriptProcess, own: OwnCall, given: ScriptRequest, limits: CallLimits) {
  const { bytes, type } = multipart(given)
  return new Promise<Answer>((resolve, reject) => {
    let isConnected = false
    const request = httpRequest({
      socketPath: process.socket,
      path: '/v1',
      method: 'POST',
      headers: {
        host: SCRIPT_HOST,
        'content-type': type,
        'content-length': bytes.length,
        [CALL_HEADER]: own.call,
      },
      // A connection that was kept may be closing on the other side: then nobody knows whether the script was called.
      agent: false,
    })
    const end = (error: Error) => {
      reject(error)
      request.destroy()
    }
    const timer = setTimeout(() => void giveUp(process, limits.timeout).then(end), limits.timeout)
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
      }),
    )
    request.on('error', (problem) => {
      if (!isConnected) return end(new NotDelivered())
      void reasonOf(problem, process, own.record).then(end)
    })
    request.on('response', (response) => {
      read(response, limits.maxBytes).then(resolve, (problem) =>
        problem instanceof ScriptFailed
          ? end(problem)
          : void reasonOf(problem, process, own.record).then(end),
      )
    })
    request.on('close', () => clearTimeout(timer))
    request.end(bytes)
  })
}

/** A script that waits for something costs its own call only; one in a loop is stopped, and all its calls with it. */
async function giveUp(process: ScriptProcess, timeout: number): Promise<ScriptFailed> {
  const isAwake = await process.endUnlessAwake(stoppedFor('did not answer', timeout))
  if (!isAwake) await process.gone
  return new ScriptFailed('timeout', `The script did not answer within ${inSeconds(timeout)}.`)
}

/** For those who were called beside the one whose fault it was. */
function stoppedFor(what: string, time: number) {
  const words = `The script was stopped, as another call of it ${what} within ${inSeconds(time)}.`
  return new ScriptFailed('crashed', words)
}

/** The connection breaks a moment before the end of the process is known, which tells more. */
async function reasonOf(problem: unknown, process: ScriptProcess, record: CallRecord): Promise<ScriptFailed> {
  if (codeOf(problem) === 'HPE_HEADER_OVERFLOW')
    return new ScriptFailed('too-large', 'The headers of the answer are larger than 16 KB.')
  await within(GONE_WITHIN_MS, record.ended)
  if (record.isWhole && record.thrown !== undefined)
    return new ScriptFailed('threw', `The script failed in its answer: ${firstLine(record.thrown)}`)
  const reason = await endOf(process)
  return reason ?? new ScriptFailed('crashed', 'The script aborted its answer.', { cause: problem })
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Answer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += part.length
    if (size > maxBytes)
      throw new ScriptFailed('too-large', `The answer of the script is larger than ${maxBytes} bytes.`)
    parts.push(part)
  }
  if (!response.complete) throw new Error('The answer is not complete')
  return { status: response.statusCode ?? 0, headers: headersOf(response), body: Buffer.concat(parts) }
}

function headersOf({ rawHeaders }: IncomingMessage) {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  for (const name of ['connection', 'keep-alive', 'transfer-encoding']) headers.delete(name)
  return headers
}

export function multipart({ event, environment, body }: ScriptRequest) {
  const boundary = `quire-${randomUUID()}`
  const part = (head: string, bytes: Uint8Array) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]
  const json = (value: object) => Buffer.from(JSON.stringify(value))
  const type = (body?.type ?? '').replaceAll(/[^\x20-\x7e]/g, '') || 'application/octet-stream'
  const bytes = Buffer.concat([
    ...part('name="event"', json(event)),
    ...part('name="environment"', json(environment)),
    // With a name it is a file to the script, and its bytes are not read as text.
    ...(body ? part(`name="fetch-body"; filename="body"\r\ncontent-type: ${type}`, body.bytes) : []),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { bytes, type: `multipart/form-data; boundary=${boundary}` }
}

function firstLine(text: string) {
  return text.split('\n', 1)[0] ?? ''
}

/** Whether it came to an end within so many milliseconds. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const isDone = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return isDone
}
