import { expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

const computed = {
  type: 'builtin:openapi',
  props: { models: false },
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
}
const written = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: `About ${title}.` },
  ...more,
})

async function openComputed() {
  const space = await openSyncedSpace()
  const { as, admin, url } = space
  const reference = { operation: 'insert_page', type: 'computed', title: 'Reference', computed }
  await as(admin).post(`${url}/content`, { changes: [written('First'), reference, written('Last')] })
  const pages = async (): Promise<{ title: string; type: string; computed?: object; id: string }[]> =>
    (await as(admin).get(`${url}/content/pages?computed=false`)).pages
  return { ...space, pages, titles: async () => (await pages()).map(({ title }) => title) }
}

it('computed pages are not in a repository, and stay where they are when it is imported', async () => {
  const { as, admin, url, exports, imports, show, commit, pages, titles } = await openComputed()
  const before = await pages()
  await exports()
  expect(await show('SUMMARY.md')).not.toContain('Reference')
  await commit({ 'last.md': '# Last\n\nAnother text.\n' })
  await imports()
  expect(await titles()).toEqual(['First', 'Reference', 'Last'])
  expect(await pages()).toContainEqual(before[1])
  // Where the page before it is gone, it is behind the one before that, or the first.
  await commit({
    'SUMMARY.md': '* [New](new.md)\n* [Last](last.md)\n',
    'new.md': '# New\n',
    'first.md': null,
  })
  await imports()
  expect(await titles()).toEqual(['Reference', 'New', 'Last'])
  await exports()
  expect(await show('SUMMARY.md')).not.toContain('Reference')
  expect(await titles()).toEqual(['Reference', 'New', 'Last'])
  // It is still computed: nothing stands for a specification that is not there.
  const shown: { title: string }[] = (await as(admin).get(`${url}/content/pages`)).pages
  expect(shown.map(({ title }) => title)).toEqual(['New', 'Last'])
})
