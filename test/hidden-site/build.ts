// A published site with every kind of thing that only some visitors may know of, each with words of its own.
import { findPage } from '../../src/content/nodes/revision.ts'
import type { Answer } from '../client.ts'
import { page, spaceMaker } from '../pages.ts'
import { openPublished } from '../published-site.ts'
import { changeAsImport } from '../reusables.ts'
import { Canaries } from './canaries.ts'
import { conditionalText, linkingText, newsText, sharedText } from './texts.ts'

export const HOST = 'http://quire.test'
const SOME = { condition: 'visitor.claims.isBeta' }

export type HiddenSite = Awaited<ReturnType<typeof openHiddenSite>>

export async function openHiddenSite(visibility = 'public') {
  const opened = await openPublished(visibility)
  const canaries = new Canaries()
  canaries.note('claim', 'isBeta', 'nobody')
  const made = await hideSpaces(opened, canaries)
  await hidePages(opened, canaries, made)
  await hideInLook(opened, canaries, made)
  await hideElsewhere(opened, canaries)
  await opened.drain()
  await translate(opened)
  await opened.drain()
  await noteIds(opened, canaries)
  return { ...opened, canaries }
}

type Opened = Awaited<ReturnType<typeof openPublished>>
type Made = { variant: string; inVariant: string }

/** A section group with only a hidden section, and a hidden variant of the open section. */
async function hideSpaces({ client, url, organization, section }: Opened, canaries: Canaries) {
  const newSpace = spaceMaker(client, organization)
  const variant = await newSpace(
    canaries.word('variant'),
    page(canaries.word('variantpage'), `The ${canaries.word('variantbody')}.`),
  )
  const { items } = await client.get(`${url}/sections`)
  const open = items.find(({ id }: Answer) => id !== section.id)
  const placed = await client.post(`${url}/site-spaces`, { spaceId: variant.id, sectionId: open.id }, 201)
  const path = canaries.word('variantpath')
  await client.patch(`${url}/site-spaces/${placed.id}`, { path, ...SOME })
  const title = canaries.word('sectiontitle')
  const described = { title, path: canaries.word('sectionpath'), description: canaries.word('sectionabout') }
  await client.patch(`${url}/sections/${section.id}`, described)
  const group = { title: canaries.word('sectiongroup'), sections: [section.id] }
  const grouped = await client.post(`${url}/section-groups`, group, 201)
  canaries.note('section id', section.id)
  canaries.note('group id', grouped.id)
  canaries.note('site space id', placed.id)
  canaries.note('space id', variant.id)
  const { pages } = await client.get(`/v1/spaces/${variant.id}/content/pages`)
  return { variant: variant.id, inVariant: pages[0].id }
}

/** Pages and groups of the open space, and pages that lead to them. */
async function hidePages(
  { client, spaces, services, drain, organization }: Opened,
  canaries: Canaries,
  made: Made,
) {
  const word = (name: string) => canaries.word(name)
  const space = spaces.guide
  const spaceId = space.split('/').at(-1) ?? ''
  const write = (...changes: object[]) => client.post(`${space}/content`, { changes })
  const picture = { contentType: 'image/png', base64: 'aGVsbG8=' }
  const names = [word('pagefile'), word('blockfile'), word('includedpicture')]
  await write(
    { operation: 'insert_files', files: names.map((name) => ({ ...picture, name: `${name}.png` })) },
    page(word('title'), `The ${word('body')}. ![](${names[0]}.png)`, {
      ...SOME,
      ref: 'hidden',
      slug: word('former'),
      description: word('description'),
    }),
    page(word('below'), word('belowbody'), { into: 'hidden', slug: word('belowslug') }),
    page('Open above', 'Openword above.', { ref: 'above' }),
    page(word('child'), word('childbody'), { into: 'above', ...SOME }),
    {
      operation: 'insert_page',
      type: 'group',
      title: word('pagegroup'),
      ref: 'group',
      slug: word('groupslug'),
    },
    page(word('grouped'), word('groupedbody'), { into: 'group', ...SOME }),
    page(word('groupedtoo'), 'Text.', { into: 'group', ...SOME }),
    { operation: 'insert_page', type: 'group', title: 'Open group', ref: 'mixed' },
    page(word('mixed'), 'Text.', { into: 'mixed', ...SOME }),
    page('Open in group', 'Openword in a group.', { into: 'mixed' }),
  )
  const api = {
    openapi: '3.1.0',
    info: { title: word('apititle'), version: '1' },
    paths: {
      [`/${word('apipath')}`]: { get: { summary: word('operation'), tags: [word('apitag')], responses: {} } },
    },
  }
  const spec = word('spec')
  await client.put(`${organization.url}/openapi/${spec}`, { source: { text: JSON.stringify(api) } })
  const block = `{% openapi-operation spec="${spec}" path="/${word('apipath')}" method="get" %}\n[${spec}](https://example.org/)\n{% endopenapi-operation %}\n`
  await write(
    page(word('apipage'), block, SOME),
    page('Open api', `Openword of an API.\n\n{% if visitor.claims.isBeta %}\n${block}{% endif %}\n`),
    { operation: 'insert_page', type: 'group', title: word('apigroup'), ref: 'apis' },
    page(word('apiparent'), 'Text.', { into: 'apis', ref: 'parent', ...SOME }),
    {
      operation: 'insert_page',
      type: 'computed',
      title: word('computed'),
      into: 'parent',
      computed: {
        type: 'builtin:openapi',
        props: {},
        dependencies: { spec: { ref: { kind: 'openapi', spec } } },
      },
    },
  )
  const { pages } = await client.get(`${space}/content/pages`)
  const hidden = pages.find(({ title }: Answer) => title === word('title'))
  await write({ operation: 'update_page', page: hidden.id, slug: word('slug') })
  const file = `${word('slug')}.md`
  await changeAsImport(services, spaceId, async (draft, { view, nodes, newId }) => {
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
    const known = await findPage(view, hidden.id)
    if (known) draft.putPage(hidden.id, { ...known, variables: { about: word('pagevariable') } })
    const above = await findPage(view, pages.find(({ title }: Answer) => title === 'Open above').id)
    if (above) draft.putPage(above.id, { ...above, alternates: [{ kind: 'page', page: hidden.id }] })
  })
  const at = (path: string) => `${HOST}/s/${path}`
  const links = {
    page: at(`${spaceId}/${hidden.id}`),
    inSpace: at(`${made.variant}/${made.inVariant}`),
    space: at(made.variant),
    file,
  }
  await write(
    page('Open conditions', conditionalText(canaries)),
    page('Open links', linkingText(canaries, links)),
    page('Open news', newsText(canaries, file)),
    page('Open sharing', 'Openword before.\n\n{% include ".gitbook/includes/shared.md" %}\n'),
    { operation: 'insert_page', type: 'link', title: word('linktitle'), url: file },
    { operation: 'insert_page', type: 'link', title: word('linkaway'), url: links.inSpace },
    { operation: 'insert_page', type: 'group', title: word('linkgroup'), ref: 'links' },
    { operation: 'insert_page', type: 'link', title: word('linkgrouped'), url: file, into: 'links' },
    { operation: 'insert_page', type: 'link', title: 'Open link', url: 'https://example.org/' },
  )
  await drain()
}

/** Links around pages, and the look of a hidden variant. */
async function hideInLook({ client, url, spaces }: Opened, canaries: Canaries, made: Made) {
  const word = (name: string) => canaries.word(name)
  const { pages } = await client.get(`${spaces.guide}/content/pages`)
  const hidden = pages.find(({ title }: Answer) => title === word('title'))
  const to = { kind: 'page', page: hidden.id, space: spaces.guide.split('/').at(-1) }
  const toSpace = { kind: 'space', space: made.variant }
  const out = { kind: 'url', url: 'https://example.org/' }
  const look = await client.get(`${url}/customization`)
  const changed = {
    ...look,
    header: {
      ...look.header,
      links: [
        { title: 'Open header', to: out, links: [] },
        { title: word('headerlink'), to: out, links: [], ...SOME },
        { title: word('headerpage'), to, links: [] },
        { title: word('headerspace'), to: toSpace, links: [] },
        { title: word('headermenu'), to: null, links: [{ title: word('menulink'), to }] },
        {
          title: 'Open menu',
          to: null,
          links: [
            { title: word('mixedmenulink'), to },
            { title: 'Open item', to: out },
          ],
        },
      ],
    },
    footer: {
      ...look.footer,
      groups: [
        { title: word('footergroup'), links: [{ title: word('footerlink'), to }] },
        {
          title: 'Open footer',
          links: [
            { title: word('footerspace'), to: toSpace },
            { title: 'Open', to: out },
          ],
        },
      ],
    },
    announcement: {
      enabled: true,
      message: 'Open announcement',
      style: 'info',
      link: { title: word('announcementlink'), to },
    },
  }
  await client.put(`${url}/customization`, changed)
  const { items } = await client.get(`${url}/site-spaces`)
  const variant = items.find(({ space }: Answer) => space.id === made.variant)
  const own = { ...look, title: word('varianttitle') }
  await client.patch(`${url}/site-spaces/${variant.id}/customization`, own)
}

/** Redirects to hidden pages, a comment, a proposal. */
async function hideElsewhere({ client, url, spaces, section }: Opened, canaries: Canaries) {
  const { items } = await client.get(`${url}/site-spaces`)
  const open = items.find(({ space }: Answer) => spaces.guide.endsWith(space.id))
  const { pages } = await client.get(`${spaces.guide}/content/pages`)
  const hidden = pages.find(({ title }: Answer) => title === canaries.word('title'))
  const destination = { kind: 'site-page', siteSpaceId: open.id, pageId: hidden.id }
  await client.post(`${url}/redirects`, { source: '/old/hidden', destination }, 201)
  const toSection = { kind: 'site-section', siteSectionId: section.id }
  await client.post(`${url}/redirects`, { source: '/old/section', destination: toSection }, 201)
  const body = { markdown: canaries.word('comment', 'nobody') }
  await client.post(`${spaces.guide}/comments`, { body, page: pages[0].id })
  const subject = canaries.word('proposal', 'nobody')
  await client.post(`${spaces.guide}/change-requests`, { subject }, 201)
}

/** The open space in German, all of it translated, as a variant beside it. */
async function translate({ client, organization, spaces, url, section, drain }: Opened) {
  const source = { space: spaces.guide.split('/').at(-1), language: 'en' }
  await client.patch(spaces.guide, { language: 'en' })
  const made = await client.post(`${organization.url}/translations`, { source, language: 'de' }, 201)
  await drain()
  const at = `${organization.url}/translations/${made.id}`
  const units = async () =>
    (await client.get(`${at}/units?language=de&limit=1000&state=missing,outdated`)).items as Answer[]
  const translated = (await units()).map(({ unit, source: text }) => ({
    unit,
    target: `${text} auf Deutsch`,
  }))
  await client.put(`${at}/units`, { language: 'de', units: translated })
  await drain()
  const { items } = await client.get(`${url}/sections`)
  const open = items.find(({ id }: Answer) => id !== section.id)
  await client.post(`${url}/site-spaces`, { spaceId: made.spaces.de, sectionId: open.id }, 201)
}

/** Of hidden pages and files. */
async function noteIds({ client, spaces }: Opened, canaries: Canaries) {
  const { pages } = await client.get(`${spaces.guide}/content/pages`)
  const visit = (list: Answer[]): void => {
    for (const { id, title, pages: below = [] } of list) {
      if (title.startsWith('canary')) canaries.note(`id of ${title}`, id)
      visit(below)
    }
  }
  visit(pages)
  const { items } = await client.get(`${spaces.guide}/content/files`)
  for (const { id, name } of items) canaries.note(`id of ${name}`, id)
}
