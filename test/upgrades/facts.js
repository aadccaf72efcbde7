// What people see of an installation, asked through the API that all releases have. Old and new answer alike.
/** @param {string} url @param {string} token @returns {Promise<Record<string, unknown>>} */
export async function readFacts(url, token) {
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (path) => {
    const answer = await fetch(`${url}${path}`, { headers })
    if (answer.status === 404) return
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const list = async (path) => (await ask(`${path}${path.includes('?') ? '&' : '?'}limit=100`))?.items ?? []
  const facts = {}
  for (const { id, title } of await list('/v1/orgs')) {
    const organization = `/v1/orgs/${id}`
    const members = (await list(`${organization}/members`)).map(({ user, role }) => `${user.email} ${role}`)
    facts[title] = {
      members: members.sort(),
      spaces: await spacesOf(organization, { ask, list }),
      sites: await sitesOf(organization, { list, url }),
    }
  }
  return facts
}

async function spacesOf(organization, { ask, list }) {
  const spaces = {}
  for (const { id, title } of await list(`${organization}/spaces`)) {
    const space = `/v1/spaces/${id}`
    const { pages } = await ask(`${space}/content/pages`)
    const requests = (await list(`${space}/change-requests?status=open`)).concat(
      await list(`${space}/change-requests?status=merged`),
    )
    const comments = await list(`${space}/comments`)
    spaces[`${title} ${id}`] = {
      pages: Object.fromEntries(await pagesBelow(pages, space, ask)),
      changeRequests: requests.map(({ number, status, subject }) => `${number} ${status} ${subject}`).sort(),
      files: (await list(`${space}/content/files`)).map(({ name, size }) => `${name} ${size}`).sort(),
      comments: comments.length,
    }
  }
  return spaces
}

async function pagesBelow(pages, space, ask) {
  const found = []
  for (const page of pages) {
    const { markdown } =
      page.type === 'document' ? await ask(`${space}/content/page/${page.id}?format=markdown`) : {}
    found.push([page.path ?? page.title, { id: page.id, title: page.title, words: wordsOf(markdown) }])
    found.push(...(await pagesBelow(page.pages ?? [], space, ask)))
  }
  return found
}

/** How Markdown is written differs between releases; what it says does not. */
function wordsOf(markdown = '') {
  const words = markdown.match(/[\p{L}\p{N}]+/gu) ?? []
  return { count: words.length, first: words.slice(0, 12).join(' ') }
}

async function sitesOf(organization, { list, url }) {
  const sites = {}
  for (const site of await list(`${organization}/sites`)) {
    const address = site.urls?.published
    const path = address === undefined ? undefined : new URL(address).pathname
    const answer = site.published && path ? await fetch(`${url}${path}`) : undefined
    const title = /<title>([^<]*)<\/title>/.exec((await answer?.text()) ?? '')?.[1]
    sites[site.title] = { visibility: site.visibility, published: site.published, path, page: title }
  }
  return sites
}
