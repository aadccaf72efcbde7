// Scripts that others wrote, each in a process of its own (decision 038): what callers see of them.

import type { Log } from '../log/log.ts'
import type { Fetcher } from '../network/fetcher.ts'
import type { ScriptFailed } from './failure.ts'
import type { ApiAddress } from './outbound-proxy.ts'

/** One version of a script: another text has another key. The text is read when a process starts. */
export type Script = {
  key: string
  /** Whose it is: processes are shared out among them. */
  tenant: string
  text(): Promise<string>
}

export type ScriptRequest = {
  event: object
  environment: object
  /** The body of a request that the event is about; the script gets it as `fetch-body`. */
  body?: { bytes: Uint8Array; type?: string }
}

export type ScriptLog = { level: 'debug' | 'info' | 'warn' | 'error'; message: string; timestamp: Date }

export type ScriptAnswer = {
  status: number
  headers: Headers
  body: Uint8Array
  /** What was written until the answer. */
  logs: ScriptLog[]
  /** When the work is over that goes on after the answer (waitUntil). Never rejects, and need not be waited for. */
  finished: Promise<Finished>
}

/** All that was written, and what went wrong after the answer. */
export type Finished = { logs: ScriptLog[]; failure?: ScriptFailed }

export type CallLimits = {
  /** Milliseconds until the whole answer is here; default: 30 s. */
  timeout: number
  /** Of the body of the answer; default: 10 MB. */
  maxBytes: number
  /** Milliseconds that work may go on after the answer; default: 30 s. */
  background: number
}

export type Scripts = {
  /** Answers what the script answers, whatever the status; without an answer it throws ScriptFailed. */
  call(script: Script, request: ScriptRequest, limits?: Partial<CallLimits>): Promise<ScriptAnswer>
  /** Ends all processes. Calls that run are told so. */
  close(): Promise<void>
}

export type ScriptsOptions = {
  fetcher: Fetcher
  /** Asked at each request, as the port is not known before the server listens. */
  api?: () => ApiAddress | undefined
  log?: Log
  /** Where a copy of the program is kept, should the account of scripts not reach the installed one. */
  programFolder?: string
  /** Processes at once; fewer by default where there is little memory. */
  most?: number
  /** Milliseconds after which a process without work ends. */
  idle?: number
  /** Milliseconds that a call waits for a free place. */
  patience?: number
  startTimeout?: number
  /** Milliseconds in which a process proves that it is not in a loop. */
  awakeWithin?: number
  /** What JavaScript may fill, and what the whole process may take. */
  heapMegabytes?: number
  megabytes?: number
  /** Requests that a call may send; those of calls that run together are counted together. */
  mostRequests?: number
  /** Calls of one script at once. */
  mostCalls?: number
}
