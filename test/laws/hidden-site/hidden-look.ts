import type { Answer } from '../../counterparts/client.ts'
import type { Made, Opened } from './build.ts'
import { type Canaries, SOME } from './canaries.ts'

/** Links around pages, and the look of a hidden variant. */
export async function hideInLook({ client, url, spaces }: Opened, canaries: Canaries, made: Made) {
  const word = (name: string) => canaries.word(name)
  const { pages } = await client.get(`${spaces.guide}/content/pages`)
  const hidden = pages.find(({ title }: Answer) => title === word('title'))
  const to = { kind: 'page', page: hidden.id, space: spaces.guide.split('/').at(-1) }
  const toSpace = { kind: 'space', space: made.variant }
  const out = { kind: 'url', url: 'https://example.org/' }
  const look = await client.get(`${url}/customization`)
  await client.put(`${url}/customization`, {
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
  })
  const { items } = await client.get(`${url}/site-spaces`)
  const variant = items.find(({ space }: Answer) => space.id === made.variant)
  const own = { ...look, title: word('varianttitle') }
  await client.patch(`${url}/site-spaces/${variant.id}/customization`, own)
}
