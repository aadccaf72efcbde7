// What tokens of integrations reach is what the table of scopes says, for every operation and every field of its body.
import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/engines/openapi/document.ts'
import { openReference } from '../../src/engines/reference/reference.ts'
import type { Actor } from '../../src/kit/domain/context.ts'
import { Problem } from '../../src/kit/domain/problems.ts'
import { buildDocument } from '../../src/kit/http/description/document.ts'
import type { Operation } from '../../src/kit/http/operations/operation.ts'
import { OWN_OPERATIONS, SCOPE_TABLE, SCOPES } from '../../src/kit/http/operations/scope-table.ts'
import { requireFieldsInScope, requireScope } from '../../src/kit/http/operations/scopes.ts'
import { rooms } from '../../src/rooms.ts'
import { referenceFrame } from '../drawn/site-model.ts'

const operations = rooms.flatMap((room) => room.operations)
const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** What the reference prints. */
const document = buildDocument(rooms, {
  version: '0.0.0',
  publicUrl: 'https://quire.test',
})
const { 'x-quire-scopes': printed } = document
const told = new Map(
  printed.flatMap(({ operations }) => operations.map(({ id, fields }) => [id, new Set(fields)] as const)),
)

function installationWith(scopes: readonly string[]): Actor {
  const installation = {
    ...{ id: 'i', integration: 'greedy', organizationId: 'o', scopes },
    ...({ spaceIds: 'all', siteIds: 'all' } as const),
  }
  return { kind: 'installation', id: 'admin', isAdministrator: false, installation }
}

const TOKENS: Actor[] = [
  installationWith(SCOPES),
  { kind: 'integration', id: '', isAdministrator: false, integration: 'greedy' },
]

function isRefused(ask: () => void) {
  try {
    ask()
    return false
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}

/** Names of what a body may have, in all its forms. */
function fieldsOf({ body }: Operation): string[] {
  const shape = (body ?? {}) as { properties?: object; anyOf?: Operation['body'][] }
  return [
    ...Object.keys(shape.properties ?? {}),
    ...(shape.anyOf ?? []).flatMap((body) => fieldsOf({ body } as Operation)),
  ]
}

describe('the table of scopes', () => {
  it('names operations and fields that exist, each operation once', () => {
    const named = [...SCOPES.map((scope) => SCOPE_TABLE[scope].operations), OWN_OPERATIONS].flatMap((reach) =>
      Object.entries<readonly string[]>(reach),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(new Set(named.map(([id]) => id)).size).toBe(named.length)
    for (const [id, fields] of named) {
      const operation = byId.get(id)
      expect(operation, id).toBeDefined()
      if (operation) expect(fieldsOf(operation), id).toEqual(expect.arrayContaining([...fields]))
    }
  })

  it('has everything that a token of an integration reaches, and is printed in the reference', () => {
    const reached: string[] = []
    for (const operation of operations)
      for (const actor of TOKENS) {
        if (isRefused(() => requireScope(actor, operation))) continue
        // What everybody may ask, without any token, needs no scope.
        if (operation.on.isPublic && !told.has(operation.id)) continue
        reached.push(operation.id)
        const fields = told.get(operation.id)
        expect(fields, operation.id).toBeDefined()
        for (const field of [...fieldsOf(operation), 'somethingNew']) {
          const refused = isRefused(() => requireFieldsInScope(actor, operation, { [field]: 1 }))
          expect([operation.id, field, !refused]).toEqual([operation.id, field, fields?.has(field)])
        }
      }
    expect(new Set(reached)).toEqual(new Set(told.keys()))
  })

  it('is a page of the reference', async () => {
    const reference = await openReference(document as unknown as OpenApiDocument, referenceFrame())
    const page = (await reference.page('scopes'))?.replaceAll('<wbr>', '')
    for (const scope of SCOPES) expect(page).toContain(`<code>${scope}</code>`)
    for (const id of told.keys()) expect(page).toContain(`href="${reference.operationAddress(id)}"`)
    expect(page).toContain('updateSpaceById</a> (title, emoji, icon, language)')
  })

  it('gives nothing to an installation without scopes but itself', () => {
    const bare = installationWith([])
    const reached = operations.filter(
      (operation) => !operation.on.isPublic && !isRefused(() => requireScope(bare, operation)),
    )
    expect(reached.map(({ id }) => id).sort()).toEqual(Object.keys(OWN_OPERATIONS).sort())
  })

  it('leaves to people who sees and changes something, and what an integration may', () => {
    const guarded = [
      'visibility',
      'defaultLevel',
      'mergeRules',
      'editMode',
      'space_selection',
      'scopes',
      'status',
    ]
    const sent = [...told].flatMap(([id, fields]) => [...fields].map((field) => `${id}.${field}`))
    expect(sent.filter((one) => guarded.includes(one.split('.')[1] ?? ''))).toEqual([
      // Open, draft or archived: of a proposal.
      'updateChangeRequestById.status',
    ])
  })
})
