import { Resolver as NameServers } from 'node:dns/promises'
import { codeOf } from './fetch-failure.ts'

/** What the name service knows of a host. */
export type HostRecords = { aliases: string[]; addresses: string[] }

/** Queries DNS, without connecting to the host. */
export type Resolver = {
  /** Undefined if DNS did not answer in time; an unregistered name has no records. */
  recordsOf(host: string): Promise<HostRecords | undefined>
}

export type ResolverSettings = {
  /** As in `127.0.0.1:5353`; default: the DNS servers of the machine. */
  servers?: string[]
  /** Milliseconds for everything. */
  patience?: number
}

/** All questions about a host are asked at once, and none outlives the patience. */
export function systemResolver({ servers, patience = 5_000 }: ResolverSettings = {}): Resolver {
  return {
    async recordsOf(host) {
      const names = new NameServers({ timeout: Math.ceil(patience / 2), tries: 2 })
      if (servers) names.setServers(servers)
      const timer = setTimeout(() => names.cancel(), patience)
      try {
        const [aliases, four, six] = await Promise.all([
          orNone(names.resolveCname(host)),
          orNone(names.resolve4(host)),
          orNone(names.resolve6(host)),
        ])
        return { aliases: aliases.map(plainHost), addresses: [...four, ...six] }
      } catch {
        return
      } finally {
        clearTimeout(timer)
        names.cancel()
      }
    },
  }
}

async function orNone(asked: Promise<string[]>) {
  try {
    return await asked
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return []
    throw error
  }
}

/** The same host in one spelling: lower case, without the dot at its end. */
export function plainHost(host: string) {
  return host.toLowerCase().replace(/\.$/, '')
}

/** A name service of the given hosts, for tests. One that is given as undefined does not answer. */
export function fakeResolver(hosts: Record<string, Partial<HostRecords> | undefined>): Resolver {
  return {
    recordsOf: async (host) => {
      if (host in hosts && hosts[host] === undefined) return
      return { aliases: [], addresses: [], ...hosts[host] }
    },
  }
}
