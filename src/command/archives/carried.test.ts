// Whatever people do to a space and its change requests, an archive carries it to the hash.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packed, unpack } from '../../../test/archives.ts'
import type { Answer } from '../../../test/counterparts/client.ts'
import { draws } from '../../../test/drawn/draws.ts'
import { openSpace, page } from '../../../test/pages.ts'

const text = fc.oneof(
  fc.constantFrom(
    'plain',
    'ends\n',
    '\n\nblank first\n',
    '---\nx: 1\n---\n',
    '# Title\n\nbody',
    'a\r\nb\r\n',
    ' \n',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ''),
)
const title = fc.constantFrom('One', 'Two', 'README', 'a: b', '"quoted"', '# sharp', 'Ünïcode 🎉', '[x](y)')
const deed = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), title, text, under: fc.nat(9) }),
  fc.record({ kind: fc.constant('write' as const), text, at: fc.nat(9) }),
  fc.record({ kind: fc.constant('rename' as const), title, at: fc.nat(9) }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(9), under: fc.nat(9) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(9) }),
)
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never

function changeOf(deed: Deed, ids: string[]) {
  const at = (index: number) => ids[index % ids.length] ?? ''
  if (deed.kind === 'insert') {
    // Of ten places every other one is the top.
    const into = deed.under % 2 === 0 || ids.length === 0 ? null : at(deed.under)
    return page(deed.title, deed.text, { into })
  }
  if (ids.length === 0) return page('First')
  if (deed.kind === 'write')
    return { operation: 'update_page', page: at(deed.at), document: { markdown: deed.text } }
  if (deed.kind === 'rename') return { operation: 'update_page', page: at(deed.at), title: deed.title }
  if (deed.kind === 'delete') return { operation: 'delete_page', page: at(deed.at) }
  return { operation: 'update_page', page: at(deed.at), into: deed.under % 2 ? at(deed.under) : null, at: 0 }
}

it('carries any space with any change request', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 1, maxLength: 6 }),
      fc.array(deed, { maxLength: 4 }),
      fc.array(deed, { maxLength: 3 }),
      fc.boolean(),
      async (first, proposed, later, isPulled) => {
        const h = await openSpace()
        const idsAt = async (url: string) => {
          const flat = (pages: Answer[]): string[] =>
            pages.flatMap(({ id, pages = [] }) => [id, ...flat(pages)])
          return flat((await h.as(h.admin).get(`${url}/content/pages`)).pages)
        }
        // Not all is possible: a page does not go below itself.
        const act = async (url: string, deeds: Deed[]) => {
          for (const one of deeds)
            await h
              .as(h.admin)
              .post(`${url}/content`, { changes: [changeOf(one, await idsAt(url))] })
              .catch(() => {})
        }
        await act(h.url, first)
        await h.open()
        await act(`${h.url}/change-requests/1`, proposed)
        await act(h.url, later)
        if (isPulled) await h.pull(1)
        const files = await packed(h.services, h.space.id)
        const made = await unpack(h.services, h.admin, files, { organizationId: h.organization.id })
        expect(made.edited).toEqual([])
        const roots = (spaceId: string) =>
          h.services.database.db
            .selectFrom('changeRequests as c')
            .innerJoin('spaces', 'spaces.id', 'c.spaceId')
            .innerJoin('revisions as head', 'head.id', 'spaces.revisionId')
            .innerJoin('revisions as base', 'base.id', 'c.revisionAncestor')
            .innerJoin('revisions as own', 'own.id', 'c.revisionId')
            .select(['head.root as head', 'base.root as base', 'own.root as own'])
            .where('c.spaceId', '=', spaceId)
            .execute()
        expect(await roots(made.space.id)).toEqual(await roots(h.space.id))
        const conflicts = async (spaceId: string) =>
          (await h.as(h.admin).get(`/v1/spaces/${spaceId}/change-requests/1/conflicts`)).items
        expect(await conflicts(made.space.id)).toEqual(await conflicts(h.space.id))
      },
    ),
    { numRuns: draws(25) },
  )
})
