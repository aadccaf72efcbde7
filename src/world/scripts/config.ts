// The configuration of workerd: the script in one isolate, and beside it one of ours that receives its logs.

/** Identifies the call in the events of the runtime. The script sees the header too, but gains nothing by it. */
export const CALL_HEADER = 'x-quire-call'

/**
 * The host of the address that scripts are called at. A script can have the runtime send the call on to there, with all
 * its secrets (passThroughOnException); the name can never exist.
 */
export const SCRIPT_HOST = 'script.invalid'

/** What is kept of the output of one call. */
export const MOST_LOGS = 1_000
export const MOST_LOG_LETTERS = 256_000
const MOST_LETTERS_A_LOG = 16_000

/**
 * Fixed: a script that was published once runs the same for ever. It is the date that public tools build for. With a
 * later one `process` says that it is Node's, and libraries in bundles ask for parts of Node that are not there.
 */
const COMPATIBILITY = `compatibilityDate = "2025-05-25"`
/** Later than the date, and no script needs it otherwise: a token is not sent on to the host of a redirect. */
const SAFER = ['strip_authorization_on_cross_origin_redirect']

/** Only the default export counts: workerd would refuse others that are no handlers. */
const MAIN = `export { default } from './script.mjs'`

type Home = { script: string; ping: string; outgoing: string; logs: string }

/** A module with a default export, or as scripts were written before: `addEventListener('fetch', …)`. */
export type ScriptFormat = 'module' | 'service-worker'

/** Service workers have no imports: Node's globals, which would be imported when first used, fail there. */
const SOURCES: Record<ScriptFormat, string> = {
  module: `modules = [
        (name = "main.mjs", esModule = ${JSON.stringify(MAIN)}),
        (name = "script.mjs", esModule = embed "script.mjs")],
      compatibilityFlags = ${JSON.stringify(['nodejs_compat', ...SAFER])}`,
  'service-worker': `serviceWorkerScript = embed "script.mjs",
      compatibilityFlags = ${JSON.stringify(SAFER)}`,
}

/**
 * Without a globalOutbound workerd would go out by itself. The listener has none of its own but the way to us, and what
 * it is told comes from the runtime, not from the script: nothing there can be forged.
 */
export function configText(sockets: Home, heapMegabytes: number, format: ScriptFormat): string {
  const unix = (path: string) => JSON.stringify(`unix:${path}`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "script", worker = (
      ${SOURCES[format]},
      ${COMPATIBILITY},
      globalOutbound = "outgoing", streamingTails = ["listener"])),
    (name = "listener", worker = (
      modules = [(name = "listener.mjs", esModule = embed "listener.mjs")],
      ${COMPATIBILITY}, globalOutbound = "logs", bindings = [(name = "LOGS", service = "logs")])),
    (name = "outgoing", external = (address = ${unix(sockets.outgoing)}, http = (style = proxy))),
    (name = "logs", external = (address = ${unix(sockets.logs)}, http = (style = host))) ],
  sockets = [
    (name = "script", address = ${unix(sockets.script)}, http = (), service = "script"),
    (name = "ping", address = ${unix(sockets.ping)}, http = (), service = "listener") ],
  v8Flags = ["--max-old-space-size=${heapMegabytes}"] );
`
}

/**
 * One request a call, open as long as the call is, with a line for each thing that happened. An object of handlers and no
 * function: of what is not handled here (spans), some cannot be written as JSON.
 */
export const LISTENER = `
const utf8 = new TextEncoder()
const ignored = () => {}

export default {
  fetch: () => new Response('here'),

  tailStream(onset, env) {
    const header = onset.event.info?.headers?.find(({ name }) => name === '${CALL_HEADER}')
    if (!header) return { outcome: ignored }
    const { readable, writable } = new TransformStream()
    const writer = writable.getWriter()
    const sent = env.LOGS.fetch('http://logs/', { method: 'POST', body: readable })
    sent.catch(ignored)
    const say = (line) => void writer.write(utf8.encode(JSON.stringify(line) + '\\n')).catch(ignored)
    let count = 0
    let letters = 0
    let isLeftOut = false
    const leaveOut = () => {
      if (!isLeftOut) say({ isLeftOut: true })
      isLeftOut = true
    }
    say({ call: header.value })
    return {
      log({ timestamp, event }) {
        if (count >= ${MOST_LOGS} || letters >= ${MOST_LOG_LETTERS}) return leaveOut()
        const message = textOf(event)
        count += 1
        letters += message.length
        say({ level: event.level, message, time: +new Date(timestamp) })
      },
      exception({ timestamp, event }) {
        const message = shortened(event.name + ': ' + event.message + (event.stack ? '\\n' + event.stack : ''))
        say({ thrown: message, time: +new Date(timestamp) })
      },
      // The runtime has limits of its own, and says when it left something out.
      streamDiagnostics: leaveOut,
      return: () => say({ returned: true }),
      async outcome({ event }) {
        say({ outcome: event.outcome })
        await writer.close().catch(ignored)
        await sent.then((answer) => answer.arrayBuffer()).catch(ignored)
      },
    }
  },
}

function textOf({ message, errorInfo = [] }) {
  const parts = Array.isArray(message) ? message : [message]
  const words = parts.map((part) => (typeof part === 'string' ? part : asJson(part)))
  const stacks = errorInfo.flatMap((error) => (error?.stack ? ['\\n' + error.stack] : []))
  return shortened(words.join(' ') + stacks.join(''))
}

function asJson(value) {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

function shortened(text) {
  return text.length > ${MOST_LETTERS_A_LOG} ? text.slice(0, ${MOST_LETTERS_A_LOG}) + '…' : text
}
`
