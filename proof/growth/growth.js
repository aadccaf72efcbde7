// How the cost of everyday operations grows with what an installation holds.
import { client } from '../../bench/client.js'
import { openService } from '../service.js'
import { growPages } from './pages.js'
import { growSites, growSpaces } from './spaces.js'

const LONG = {
  pages: [10, 100, 1_000, 10_000, 100_000],
  spaces: [10, 100, 1_000, 10_000],
  sites: [1, 10, 100, 1_000],
}
const SHORT = { pages: [10, 100], spaces: [10, 20], sites: [1, 5] }

export async function measureGrowth({ isShort, most, say }) {
  const upTo = (sizes, limit) => sizes.filter((size) => size <= limit)
  const { pages, spaces, sites } = isShort ? SHORT : LONG
  const sizes = {
    pages: upTo(pages, most),
    spaces: upTo(spaces, most / 10),
    sites: upTo(sites, most / 100),
  }
  const service = await openService()
  try {
    const { url, token } = service.servers[0]
    const api = client(url, token)
    const { id: organization } = await api('POST', '/v1/orgs', { title: 'Growth' })
    return {
      'growth-pages': await growPages({ api, organization, sizes: sizes.pages, say }),
      'growth-spaces': await growSpaces({ api, sizes: sizes.spaces, say }),
      'growth-sites': await growSites({ api, url, sizes: sizes.sites, say }),
    }
  } finally {
    await service.close()
  }
}
