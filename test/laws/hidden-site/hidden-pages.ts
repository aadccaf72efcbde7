import { findPage } from '../../../src/engines/content/nodes/revision.ts'
import type { Answer } from '../../counterparts/client.ts'
import { page } from '../../pages.ts'
import { changeAsImport } from '../../reusables.ts'
import type { Made, Opened } from './build.ts'
import { type Canaries, HOST, SOME } from './canaries.ts'
import { conditionalText, type Hidden, linkingText, newsText, sharedText } from './texts.ts'

const group = (title: string, ref: string, more: object = {}) => ({
  operation: 'insert_page',
  type: 'group',
  title,
  ref,
  ...more,
})
const link = (title: string, url: string, more: object = {}) => ({
  operation: 'insert_page',
  type: 'link',
  title,
  url,
  ...more,
})

const conditional = (word: string) => `{% if visitor.claims.isBeta %}${word}{% endif %}`

/** Pages and groups of the open space, and pages that lead to them. */
export async function hidePages(opened: Opened, canaries: Canaries, made: Made) {
  const { client, spaces, drain } = opened
  const spaceId = spaces.guide.split('/').at(-1) ?? ''
  const write = (...changes: object[]) => client.post(`${spaces.guide}/content`, { changes })
  await write(...hiddenPages(canaries))
  await write(...(await hiddenApis(opened, canaries)))
  const { pages } = await client.get(`${spaces.guide}/content/pages`)
  const hidden = pages.find(({ title }: Answer) => title === canaries.word('title'))
  await write({ operation: 'update_page', page: hidden.id, slug: canaries.word('slug') })
  const file = `${canaries.word('slug')}.md`
  const above = pages.find(({ title }: Answer) => title === 'Open above')
  await hideInImport(opened, canaries, { spaceId, hiddenId: hidden.id, aboveId: above.id, file })
  const at = (path: string) => `${HOST}/s/${path}`
  const links = {
    page: at(`${spaceId}/${hidden.id}`),
    inSpace: at(`${made.variant}/${made.inVariant}`),
    space: at(made.variant),
    file,
  }
  await write(
    await openApi(opened, canaries, links),
    page('Open conditions', conditionalText(canaries)),
    page(`Open name ${conditional(canaries.word('nameinpart', 'nobody'))}`, 'Openword of a name.', {
      description: `Open about ${conditional(canaries.word('aboutinpart', 'nobody'))}`,
    }),
    page('Open links', linkingText(canaries, links), { metaLinks: metaLinksTo(hidden.id, made, links.page) }),
    page('Open news', newsText(canaries, file)),
    page('Open sharing', 'Openword before.\n\n{% include ".gitbook/includes/shared.md" %}\n'),
    link(canaries.word('linktitle'), file),
    link(canaries.word('linkaway'), links.inSpace),
    link(canaries.word('linkaddress'), links.page),
    group(canaries.word('linkgroup'), 'links'),
    link(canaries.word('linkgrouped'), file, { into: 'links' }),
    link('Open link', 'https://example.org/'),
  )
  await drain()
}

/** As search engines are told where else a page is. */
function metaLinksTo(page: string, made: Made, url: string) {
  const inSpace = { kind: 'page', page: made.inVariant, space: made.variant }
  return { canonical: { kind: 'page', page }, alternates: [inSpace, { kind: 'url', url }] }
}

function hiddenPages(canaries: Canaries): object[] {
  const word = (name: string) => canaries.word(name)
  const picture = { contentType: 'image/png', base64: 'aGVsbG8=' }
  const names = [word('pagefile'), word('blockfile'), word('includedpicture')]
  const hidden = { ...SOME, ref: 'hidden', slug: word('former'), description: word('description') }
  return [
    { operation: 'insert_files', files: names.map((name) => ({ ...picture, name: `${name}.png` })) },
    page(word('title'), `The ${word('body')}. ![](${names[0]}.png)`, hidden),
    page(word('below'), word('belowbody'), { into: 'hidden', slug: word('belowslug') }),
    page('Open above', 'Openword above.', { ref: 'above' }),
    page(word('child'), word('childbody'), { into: 'above', ...SOME }),
    group(word('pagegroup'), 'group', { slug: word('groupslug') }),
    page(word('grouped'), word('groupedbody'), { into: 'group', ...SOME }),
    page(word('groupedtoo'), 'Text.', { into: 'group', ...SOME }),
    group('Open group', 'mixed'),
    page(word('mixed'), 'Text.', { into: 'mixed', ...SOME }),
    page('Open in group', 'Openword in a group.', { into: 'mixed' }),
  ]
}

/** An API that is described on hidden pages, and in a hidden part of an open one. */
async function hiddenApis({ client, organization }: Opened, canaries: Canaries): Promise<object[]> {
  const word = (name: string) => canaries.word(name)
  const [spec, path] = [word('spec'), `/${word('apipath')}`]
  const get = { summary: word('operation'), tags: [word('apitag')], responses: {} }
  const api = {
    openapi: '3.1.0',
    info: { title: word('apititle'), version: '1' },
    paths: { [path]: { get } },
  }
  await client.put(`${organization.url}/openapi/${spec}`, { source: { text: JSON.stringify(api) } })
  const block = `{% openapi-operation spec="${spec}" path="${path}" method="get" %}\n[${spec}](https://example.org/)\n{% endopenapi-operation %}\n`
  const dependencies = { spec: { ref: { kind: 'openapi', spec } } }
  const computed = { type: 'builtin:openapi', props: {}, dependencies }
  return [
    page(word('apipage'), block, SOME),
    page('Open api', `Openword of an API.\n\n{% if visitor.claims.isBeta %}\n${block}{% endif %}\n`),
    group(word('apigroup'), 'apis'),
    page(word('apiparent'), 'Text.', { into: 'apis', ref: 'parent', ...SOME }),
    { operation: 'insert_page', type: 'computed', title: word('computed'), into: 'parent', computed },
  ]
}

/** An API that everybody may read of. What it says of a tag is the text of a page, in which links lead to hidden pages. */
async function openApi({ client, organization }: Opened, canaries: Canaries, { page, file, space }: Hidden) {
  const spec = 'open-reference'
  const mention = (name: string, to: string) => `[${canaries.word(name)}](${to} "mention")`
  const description = `Openword of a tag.

* [Open file](${file}), [open address](${page}), [open space](${space})
* ${mention('tagmention', file)} and ${mention('tagaddress', page)}`
  const get = { summary: 'Open operation', tags: ['Open tag'], responses: {} }
  const api = {
    openapi: '3.1.0',
    info: { title: 'Open reference', version: '1' },
    tags: [{ name: 'Open tag', description }],
    paths: { '/open': { get } },
  }
  await client.put(`${organization.url}/openapi/${spec}`, { source: { text: JSON.stringify(api) } })
  const dependencies = { spec: { ref: { kind: 'openapi', spec } } }
  const computed = { type: 'builtin:openapi', props: {}, dependencies }
  return { operation: 'insert_page', type: 'computed', title: 'Open reference', computed }
}

type Imported = { spaceId: string; hiddenId: string; aboveId: string; file: string }

/** Reusable contents, variables, and a page that names a hidden one as its other language. */
function hideInImport({ services }: Opened, canaries: Canaries, imported: Imported) {
  const word = (name: string) => canaries.word(name)
  const { spaceId, hiddenId, aboveId, file } = imported
  return changeAsImport(services, spaceId, async (draft, { view, nodes, newId }) => {
    const put = (id: string, name: string, title: string, text: string) => {
      const path = `.gitbook/includes/${name}.md`
      draft.putReusable(id, { id, title, body: nodes.putText(text), git: { oid: '0'.repeat(40), path } })
      draft.putPath(path, { id: path, reusable: id })
      return id
    }
    const text = `${word('includedbody')} ![](../assets/${word('includedpicture')}.png)`
    canaries.note('reusable id', put(newId(), word('includedfile'), word('includedtitle'), text))
    put(newId(), 'shared', 'Open shared', sharedText(canaries, file))
    draft.putVariables({ openvar: 'open', hiddenvar: word('variable') })
    const hidden = await findPage(view, hiddenId)
    const about = `<code class="expression">page.vars.about</code>`
    const body = nodes.putText(`The ${word('body')} ${about}. ![](${word('pagefile')}.png)`)
    if (hidden) draft.putPage(hiddenId, { ...hidden, body, variables: { about: word('pagevariable') } })
    const above = await findPage(view, aboveId)
    if (above) draft.putPage(aboveId, { ...above, alternates: [{ kind: 'page', page: hiddenId }] })
  })
}
