// The Model Context Protocol as far as a read-only server without sessions needs it: JSON-RPC messages that agents send
// by POST, each answered at once. See docs/decisions/030-agents.md.

export type AgentTool = {
  name: string
  title: string
  description: string
  /** JSON Schema of the arguments. */
  input: object
  /** Throws `BadArguments` for what it cannot work with. */
  call(given: Readonly<Record<string, unknown>>): Promise<ToolResult>
}

/** `isError`: it was understood, and did not work out; agents read why and try something else. */
export type ToolResult = { text: string; isError?: boolean }

export type AgentServer = {
  title: string
  version: string
  instructions: string
  tools: readonly AgentTool[]
}

export class BadArguments extends Error {
  override readonly name = 'BadArguments'
}

/** Without a body: there was nothing to answer. */
export type AgentReply = { status: 200 | 202 | 400; body?: unknown }

/** Newest first. What differs between them does not concern us. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
export const MOST_MESSAGES = 10

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602

type Id = string | number | null
type Call = { id?: Id; method: string; params: Readonly<Record<string, unknown>> }

/** The messages of a body, which may be one or, in older versions, a list of them. */
export function readMessages(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return
  }
}

/** `version`: what the agent says that it speaks with this request, if it does. */
export async function answerMessages(
  server: AgentServer,
  text: string,
  version: string | undefined,
): Promise<AgentReply> {
  const messages = readMessages(text)
  if (!messages) return refusal(PARSE_ERROR, 'This is not JSON')
  if (version !== undefined && !VERSIONS.includes(version))
    return refusal(
      INVALID_REQUEST,
      `This version of the protocol is not known; known are ${VERSIONS.join(', ')}`,
    )
  if (messages.length === 0 || messages.length > MOST_MESSAGES)
    return refusal(INVALID_REQUEST, `Send between 1 and ${MOST_MESSAGES} messages at once`)
  const answers: unknown[] = []
  for (const message of messages) {
    const answer = await answerMessage(server, message)
    if (answer) answers.push(answer)
  }
  if (answers.length === 0) return { status: 202 }
  const isList = /^\s*\[/.test(text)
  return { status: 200, body: isList ? answers : answers[0] }
}

export function refusal(code: number, message: string, status: 400 = 400): AgentReply {
  return { status, body: failed(null, code, message) }
}

async function answerMessage(server: AgentServer, message: unknown) {
  if (isResponse(message)) return
  const call = readCall(message)
  if (!call) return failed(null, INVALID_REQUEST, 'This is not a JSON-RPC 2.0 message')
  const { id } = call
  // A notification: nobody waits for an answer.
  if (id === undefined) return
  try {
    const result = await resultOf(server, call)
    if (result === undefined)
      return failed(id, METHOD_NOT_FOUND, `Unknown method ${call.method.slice(0, 100)}`)
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    if (error instanceof BadArguments) return failed(id, INVALID_PARAMS, error.message)
    throw error
  }
}

async function resultOf({ title, version, instructions, tools }: AgentServer, { method, params }: Call) {
  switch (method) {
    case 'initialize': {
      const asked = VERSIONS.find((known) => known === params.protocolVersion)
      return {
        protocolVersion: asked ?? VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'quire', title, version },
        instructions,
      }
    }
    case 'ping':
      return {}
    case 'tools/list':
      return {
        tools: tools.map(({ name, title, description, input }) => ({
          name,
          title,
          description,
          inputSchema: input,
          annotations: { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        })),
      }
    case 'tools/call': {
      const tool = tools.find(({ name }) => name === params.name)
      if (!tool)
        throw new BadArguments(`Unknown tool; the tools are ${tools.map(({ name }) => name).join(', ')}`)
      const { text, isError = false } = await tool.call(objectOf(params.arguments ?? {}))
      return { content: [{ type: 'text', text }], isError }
    }
    default:
      return
  }
}

function readCall(message: unknown): Call | undefined {
  if (!isObject(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') return
  const { id, method, params = {} } = message
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return
  return isObject(params) ? { id, method, params } : undefined
}

/** To something that we never ask. */
function isResponse(message: unknown) {
  return (
    isObject(message) &&
    message.jsonrpc === '2.0' &&
    !('method' in message) &&
    ('result' in message || 'error' in message)
  )
}

function objectOf(value: unknown) {
  if (!isObject(value)) throw new BadArguments('The arguments must be an object')
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function failed(id: Id, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
