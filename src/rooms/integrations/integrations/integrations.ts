// The catalogue, for rooms that use what is in it.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { findIntegration as find, type IntegrationRow, listIntegrationsNamed } from './store.ts'

export type { IntegrationRow } from './store.ts'

export function findIntegration(ctx: ReadContext, name: string): Promise<IntegrationRow | undefined> {
  return find(ctx.db, name)
}

export async function integrationsNamed(ctx: ReadContext, names: string[]) {
  const rows = names.length > 0 ? await listIntegrationsNamed(ctx.db, names) : []
  return new Map(rows.map((row) => [row.name, row]))
}

/** What only its script gets to know. */
export function secretsOf(ctx: ReadContext, { secrets }: IntegrationRow): Record<string, string> {
  return JSON.parse(ctx.vault.open(secrets))
}
