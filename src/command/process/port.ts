import { createServer } from 'node:net'
import { type Config, readConfig } from '../../config.ts'
import type { Environment } from '../context.ts'

type Door = Pick<Config, 'host' | 'port'>

/** Why nobody could listen there now; undefined if one could. */
export function tryPort({ host, port }: Door): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)))
  })
}

/**
 * Settings in which port 0 is one that is free now. Addresses are printed, and told to processes that help this one,
 * before anything listens.
 */
export async function withFreePort(environment: Environment): Promise<Environment> {
  const { host, port } = readConfig(environment)
  if (port !== 0) return environment
  const found = await new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(portError(error, { host, port })))
    probe.listen({ host, port }, () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : port))
    })
  })
  return { ...environment, PORT: String(found) }
}

export type PortTrouble = { finding: string; advice: string }

/** Why the server cannot listen there, and which setting to change. */
export function explainPort({ code, message }: NodeJS.ErrnoException, { host, port }: Door): PortTrouble {
  switch (code) {
    case 'EADDRINUSE':
      return {
        finding: `port ${port} on ${host} is already in use`,
        advice: 'Set PORT to another port, or stop the program that uses it.',
      }
    case 'EACCES':
      return { finding: `port ${port} needs root privileges`, advice: 'Set PORT to 1024 or more.' }
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        finding: `this machine does not have the address ${host}`,
        advice: 'Set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.',
      }
    default:
      return {
        finding: `cannot listen: ${message}`,
        advice: 'Set HOST and PORT to an address that Quire can listen on.',
      }
  }
}

export function portError(error: NodeJS.ErrnoException, door: Door): Error {
  const { finding, advice } = explainPort(error, door)
  return new Error(`${finding.charAt(0).toUpperCase()}${finding.slice(1)}. ${advice}`)
}

/** Whether a Quire answers there. */
export async function isQuireThere({ host, port }: Door): Promise<boolean> {
  // Who listens everywhere also listens here.
  const near = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const address = near.includes(':') ? `[${near}]` : near
  try {
    const answer = await fetch(`http://${address}:${port}/healthz`, { signal: AbortSignal.timeout(3_000) })
    const body: unknown = await answer.json()
    return answer.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
  } catch {
    return false
  }
}
