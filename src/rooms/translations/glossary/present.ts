import type { Links } from '../../../kit/domain/links.ts'
import type { GlossaryEntry } from './schema.ts'
import type { GlossaryRow } from './store.ts'

export function presentGlossaryEntry(row: GlossaryRow, links: Links): GlossaryEntry {
  const { id, organizationId, translations, createdAt, updatedAt } = row
  return {
    object: 'glossary-entry',
    id,
    translations,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    urls: { location: `${links.api}/orgs/${organizationId}/translations-glossary/${id}` },
  }
}
