// A published site with every kind of thing that only some visitors may know of, each with words of its own.
import type { Answer } from '../../counterparts/client.ts'
import { page, spaceMaker } from '../../pages.ts'
import { openPublished } from '../../published-site.ts'
import { Canaries, SOME } from './canaries.ts'
import { hideInLook } from './hidden-look.ts'
import { hidePages } from './hidden-pages.ts'

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

export type Opened = Awaited<ReturnType<typeof openPublished>>
/** A hidden space, and a page in it. */
export type Made = { variant: string; inVariant: string }

/** A section group with only a hidden section and a hidden link, and a hidden variant of the open section. */
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
  const out = { title: canaries.word('link'), url: `https://${canaries.word('linkhost')}.example.org/` }
  const linked = await client.post(`${url}/external-links`, { ...out, ...SOME, parent: grouped.id }, 201)
  canaries.note('external link id', linked.id)
  canaries.note('section id', section.id)
  canaries.note('group id', grouped.id)
  canaries.note('site space id', placed.id)
  canaries.note('space id', variant.id)
  const { pages } = await client.get(`/v1/spaces/${variant.id}/content/pages`)
  return { variant: variant.id, inVariant: pages[0].id }
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
  // Whoever translates keeps the signs that make a box.
  const inGerman = (text: string) => (/^(?:===|!!!)/.test(text) ? text : `${text} auf Deutsch`)
  const translated = (await units()).map(({ unit, source: text }) => ({ unit, target: inGerman(text) }))
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
