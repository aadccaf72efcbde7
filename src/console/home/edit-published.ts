// From the address of a published page to where it is written, for members: one click from a site, or pasted into the palette.

import type { Page } from '../../rooms/content/pages/schema.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { PublishedContent } from '../../rooms/sites/published/schema.ts'
import { editAt, pagesAt, spaceAt } from '../addresses.ts'
import { missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { EDIT } from '../frame/frame.ts'
import { lead } from '../frame/page.ts'

export const editPublishedPage = appPage({
  path: EDIT,
  async show({ api, url: asked }) {
    const url = (asked.searchParams.get('url') ?? '').slice(0, 2000)
    if (!URL.canParse(url)) throw missing()
    const { space: spaceId, pathname = '' } = await api.post<PublishedContent>('/urls/published', { url })
    if (!spaceId) throw missing()
    const space = await api.get<Space>(`/spaces/${spaceId}`)
    const home = spaceAt(space.organization, space.id)
    const page = await pageOf(pathname)
    return lead(page?.type === 'document' && space.permissions.edit ? editAt(home, page.id) : pagesAt(home))

    async function pageOf(path: string): Promise<Page | undefined> {
      const at = path.replace(/^\/|\/$/g, '')
      if (at !== '') return api.get<Page>(`/spaces/${space.id}/content/path/${encodeURIComponent(at)}`)
      const { pages } = await api.get<{ pages: Page[] }>(`/spaces/${space.id}/content/pages`, {
        metadata: false,
      })
      return firstOf(pages)
    }
  },
})

/** What a site shows at its own address. */
function firstOf(pages: readonly Page[]): Page | undefined {
  for (const page of pages) {
    const found = page.type === 'document' ? page : firstOf(page.pages ?? [])
    if (found) return found
  }
}
