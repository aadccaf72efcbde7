import { refOf, resolveTargets, type Standpoint } from '../content/links/resolve.ts'
import type { RevisionView } from '../content/nodes/revision.ts'
import type { JSONDocument } from '../markdown/document.ts'
import { mapRefs } from '../markdown/model/refs.ts'
import { type InstallationAddresses, refOfAddress } from './addresses.ts'

/** Puts pages and files in place of the targets that lead to them, here or in other spaces. */
export async function resolveDocument(
  addresses: InstallationAddresses,
  view: RevisionView,
  document: JSONDocument,
  from: Standpoint,
) {
  const targets = new Set<string>()
  mapRefs(document, (ref) => {
    const target = targetIn(ref)
    if (target !== undefined) targets.add(target)
    return ref
  })
  const resolved = await resolveTargets(view, from, targets)
  return mapRefs(document, (ref) => {
    const target = targetIn(ref)
    if (target === undefined) return ref
    const found = refOfAddress(addresses, target) ?? refOf(resolved.get(target), target)
    return ref.kind === 'reusable-content' && found.kind !== 'reusable-content' ? ref : found
  })
}

function targetIn(ref: { kind: string; url?: string; reusableContent?: string }) {
  if (ref.kind === 'url') return ref.url
  return ref.kind === 'reusable-content' ? ref.reusableContent : undefined
}
