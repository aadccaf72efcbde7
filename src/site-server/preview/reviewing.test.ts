import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'
import { addReusable, rewriteReusable } from '../../../test/reusables.ts'

const HOST = 'http://quire.test'

const BEFORE = '## Part\n\nStays as it is.\n\nThe old sentence.\n\nThe lost sentence.\n\nStays too.'
const AFTER = '## Part\n\nStays as it is.\n\nThe new sentence.\n\nStays too.\n\nThe fresh sentence.'

/** A change request that changes a page, adds one, moves one and takes one away. */
async function openReview() {
  const services = await openSpace()
  const { app, as, admin, write, open, edit, url, space } = services
  await write(
    page('Home', 'Welcome.'),
    page('Edited', BEFORE),
    page('Moved', 'The same text.'),
    page('Gone', 'Nobody needs it.'),
    page('Same', 'The same text.'),
  )
  const { pages: tree } = await as(admin).get(`${url}/content/pages`)
  const idOf = (title: string) => tree.find((one: { title: string }) => one.title === title).id as string
  const request = await open('Quiet hours')
  await edit(
    request.number,
    { operation: 'update_page', page: idOf('Edited'), document: { markdown: AFTER } },
    { operation: 'update_page', page: idOf('Moved'), into: idOf('Same') },
    { operation: 'delete_page', page: idOf('Gone') },
    page('Fresh', 'A page of its own.'),
  )
  const requestUrl = `${url}/change-requests/${request.number}`
  const get = (address: string, cookie = '') =>
    app.inject({ url: address.replace(HOST, ''), headers: cookie ? { cookie } : {} })
  const previewFor = async (person = admin) => (await as(person).get(requestUrl)).urls.preview as string
  const enter = async (address: string) => {
    const first = await get(address)
    expect(first.statusCode, first.body).toBe(302)
    const header = String(first.headers['set-cookie'])
    return { location: String(first.headers.location), header, cookie: header.split(';')[0] ?? '' }
  }
  return {
    ...services,
    request,
    requestUrl,
    get,
    previewFor,
    enter,
    idOf,
    home: `/preview/spaces/${space.id}/~/changes/${request.number}`,
  }
}

describe('a change request read as a site', () => {
  it('has a signed address, which whoever may read it gets', async () => {
    const { previewFor, enter, home, reader, as, requestUrl, stranger, url } = await openReview()
    const { location, header } = await enter(await previewFor(reader))
    expect(location).toBe(home)
    expect(header).toContain(`; Path=${home}; HttpOnly`)
    await as(stranger).get(requestUrl, 404)
    const { items } = await as(reader).get(`${url}/change-requests?status=draft`)
    for (const item of items) expect(item.urls.preview).toBeUndefined()
  })

  it('says what it is, and where to go back', async () => {
    const { previewFor, enter, get, request, space, organization } = await openReview()
    const { location, cookie } = await enter(await previewFor())
    const { body, headers } = await get(location, cookie)
    expect(body).toMatch(new RegExp(`class="preview".*#${request.number} Quiet hours.*draft`))
    expect(body).toContain(`href="/o/${organization.id}/s/${space.id}"`)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
  })

  it('lists the changed pages, and leads from one to the next', async () => {
    const { previewFor, enter, get, home } = await openReview()
    const { location, cookie } = await enter(await previewFor())
    const { body } = await get(location, cookie)
    const [banner = ''] = /<aside class="preview".*?<\/aside>/s.exec(body) ?? []
    const changes = [...banner.matchAll(/<li>.*?<span>([^<]+)<\/span> <small class="change (\w+)"/g)]
    expect(changes.map(([, title, change]) => `${title} ${change}`)).toEqual([
      'Edited edited',
      'Moved moved',
      'Fresh added',
      'Gone removed',
    ])
    const next = (text: string) => /class="next-change" href="([^"]+)">Next change/.exec(text)?.[1] ?? ''
    const way = [next(body)]
    for (let step = 0; step < 3; step++)
      way.push(next((await get(way.at(-1)?.split('#')[0] ?? '', cookie)).body))
    const first = '#page:change-1'
    expect(way).toEqual([
      `${home}/edited${first}`,
      `${home}/same/moved${first}`,
      `${home}/fresh${first}`,
      `${home}/edited${first}`,
    ])
  })

  it('marks changed pages in the tree', async () => {
    const { previewFor, enter, get } = await openReview()
    const { location, cookie } = await enter(await previewFor())
    const { body } = await get(location, cookie)
    const [tree = ''] = /<ul class="tree">.*<\/nav>/s.exec(body) ?? []
    expect(tree).toMatch(/<span>Edited<\/span><small class="change edited">/)
    expect(tree).toMatch(/<span>Fresh<\/span><small class="change added">/)
    expect(tree).toMatch(/<span>Home<\/span><\/a>/)
    expect(tree).not.toContain('Gone')
  })

  it('marks changed blocks in the page, with what they were', async () => {
    const { previewFor, enter, get } = await openReview()
    const { location, cookie } = await enter(await previewFor())
    const { body } = await get(`${location}/edited`, cookie)
    const marks = [
      ...body.matchAll(
        /<div class="changed (\w+)"[^>]*>(.*?)<\/div>(?:<\/details>)?<\/div>|<div class="changed added"[^>]*>(.*?)<\/div>/gs,
      ),
    ]
    const texts = marks.map(
      ([whole, change = 'added']) =>
        `${change}: ${whole
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()}`,
    )
    expect(texts).toEqual([
      'edited: edited The new sentence. Before The old sentence.',
      'removed: removed The lost sentence.',
      'added: new The fresh sentence.',
    ])
    // What stayed stands outside of every mark, with its anchor.
    const rest = marks.reduce((text, [whole]) => text.replace(whole, ''), body)
    for (const stayed of ['id="part"', 'Stays as it is.', 'Stays too.']) expect(rest).toContain(stayed)
    expect(rest).not.toContain('sentence.')
    expect((await get(`${location}/same`, cookie)).body).not.toContain('class="changed')
  })

  it('shows boxes of other tools as the page will', async () => {
    const { previewFor, enter, get, edit, request, idOf } = await openReview()
    const markdown = ':::tip\nMind the gap.\n:::'
    await edit(request.number, { operation: 'update_page', page: idOf('Edited'), document: { markdown } })
    const { location, cookie } = await enter(await previewFor())
    const { body } = await get(`${location}/edited`, cookie)
    expect(body).toMatch(/class="hint [\s\S]*Mind the gap/)
    expect(body).not.toContain(':::')
  })

  it('marks the words that changed, in reusable content too', async () => {
    const { previewFor, enter, get, services, space, write, open, as, admin, url } = await openReview()
    const reusable = await addReusable(services, space.id, 'Shared old words.\n\nShared and left alone.')
    await write(page('Sharing', '{% include ".gitbook/includes/note.md" %}\n\nAround it.'))
    const { id, number } = await open('Words')
    const { revision } = await as(admin).get(`${url}/change-requests/${number}`)
    const markdown = 'Shared new words.\n\nShared and left alone.'
    await rewriteReusable(services, { id, revision }, { spaceId: space.id, reusable, markdown })
    const { urls } = await as(admin).get(`${url}/change-requests/${number}`)
    const { location, cookie } = await enter(urls.preview)
    const { body } = await get(`${location}/sharing`, cookie)
    expect(body).toContain('<p>Shared <ins>new</ins> words.</p>')
    expect(body).toContain('<p>Shared <del>old</del> words.</p>')
    expect(body.match(/class="changed /g)).toHaveLength(1)
    // The page itself stayed, and yet it reads differently.
    expect(body).toMatch(/<span>Sharing<\/span> <small class="change edited"/)

    const first = await enter(await previewFor())
    expect((await get(`${first.location}/edited`, first.cookie)).body).toContain(
      'The <ins>new</ins> sentence.',
    )
  })

  it('tells what a page was called', async () => {
    const { previewFor, enter, get, edit, request, idOf } = await openReview()
    const renamed = {
      operation: 'update_page',
      page: idOf('Same'),
      title: 'Renamed',
      description: 'Now told.',
    }
    await edit(request.number, renamed)
    const { location, cookie } = await enter(await previewFor())
    expect((await get(`${location}/same`, cookie)).body).toMatch(
      /<h1>Renamed<\/h1><p class="was-head">Before: <del>Same</,
    )
    expect((await get(`${location}/edited`, cookie)).body).not.toContain('class="was-head"')
  })

  it('has the look of the site that the space is on, and its files', async () => {
    const { previewFor, enter, get, as, admin, organization, space, edit, request } = await openReview()
    const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const customization = `${organization.url}/sites/${site.id}/customization`
    const settings = await as(admin).get(customization)
    settings.styling.primaryColor = { light: '#AB1234', dark: '#FFB0C0' }
    await as(admin).put(customization, settings)
    const file = { name: 'note.txt', ref: 'note', contentType: 'text/plain', base64: 'aGVsbG8=' }
    await edit(
      request.number,
      { operation: 'insert_files', files: [file] },
      page('With file', '{% file src="note" %}'),
    )
    const { location, cookie } = await enter(await previewFor())
    const { body } = await get(`${location}/with-file`, cookie)
    expect(body.toLowerCase()).toContain('#ab1234')
    const address = /href="([^"]+~files[^"]+)"/.exec(body)?.[1] ?? ''
    expect(address.startsWith(`${location}/~files/`)).toBe(true)
    const sent = await get(address, cookie)
    expect([sent.statusCode, sent.body]).toEqual([200, 'hello'])
    expect(sent.headers['cache-control']).toMatch(/^private/)
    expect((await get(address)).statusCode).toBe(403)
  })

  it('keeps its links inside, and finds its pages', async () => {
    const { previewFor, enter, get, home, drain, space, organization, write } = await openReview()
    await write(page('Later', 'The latersecret of the space.'))
    await drain()
    const { location, cookie } = await enter(await previewFor())
    const { body } = await get(`${location}/edited`, cookie)
    const back = `/o/${organization.id}/s/${space.id}`
    for (const [, href = ''] of body.matchAll(/<a [^>]*?href="([^"#]+)/g))
      expect(href === back || href === home || href.startsWith(`${home}/`), href).toBe(true)
    const search = async (word: string) =>
      (await get(`${location}/~search.json?q=${word}`, cookie)).json().pages
    expect(await search('same')).toMatchObject([{ href: `${home}/same` }, { href: `${home}/same/moved` }])
    // As it is proposed: with the words that are there now, and pages that only it has.
    const sentence = { title: 'Part', href: `${home}/edited#part` }
    expect(await search('sentence')).toMatchObject([
      {
        href: `${home}/edited`,
        sections: [{ ...sentence, snippet: expect.stringContaining('The new sentence.') }],
      },
    ])
    expect(await search('fresh sentence')).toMatchObject([{ href: `${home}/edited` }])
    expect(JSON.stringify(await search('lost'))).not.toContain('lost')
    expect(await search('its own')).toMatchObject([
      { href: `${home}/fresh`, sections: [{ snippet: 'A page of its own.' }] },
    ])
    expect(await search('its nothing')).toEqual([])
    // What came into the space since is none of its business.
    expect(await search('latersecret')).toEqual([])
    expect((await get(`${location}/later`, cookie)).statusCode).toBe(404)
    expect((await get(`${location}/edited.md`, cookie)).body).toContain('The new sentence.')
  })

  it('finds its pages by what they show: values, and texts that they include', async () => {
    const { enter, get, drain, space, services, write, open, edit, as, admin, url } = await openReview()
    const value = '<code class="expression">space.vars.bird</code>'
    const reusable = await addReusable(services, space.id, `Shared ${value}.`, { bird: 'pipit' })
    await write(page('Sharing', '{% include ".gitbook/includes/note.md" %}'))
    await drain()
    const { id, number } = await open('Words')
    await edit(number, page('Told', `Only ${value}.\n\n> [!NOTE]\n> Behind it.`))
    const { revision } = await as(admin).get(`${url}/change-requests/${number}`)
    const markdown = `Wagtail and ${value}.`
    await rewriteReusable(services, { id, revision }, { spaceId: space.id, reusable, markdown })
    const { urls } = await as(admin).get(`${url}/change-requests/${number}`)
    const { location, cookie } = await enter(urls.preview)
    const search = async (word: string) =>
      (await get(`${location}/~search.json?q=${word}`, cookie)).json().pages
    expect(await search('wagtail')).toMatchObject([
      { title: 'Sharing', sections: [{ snippet: 'Wagtail and pipit.' }] },
    ])
    expect(await search('pipit')).toMatchObject([
      { title: 'Sharing', sections: [{ snippet: 'Wagtail and pipit.' }] },
      { title: 'Told', sections: [{ snippet: 'Only pipit. Behind it.' }] },
    ])
    expect(JSON.stringify(await search('shared'))).not.toContain('Shared')
  })

  it('shows what it proposes now, and that it was merged', async () => {
    const { previewFor, enter, get, edit, request, idOf, merge } = await openReview()
    const { location, cookie } = await enter(await previewFor())
    const again = { operation: 'update_page', page: idOf('Edited'), document: { markdown: 'Once more.' } }
    await edit(request.number, again)
    expect((await get(`${location}/edited`, cookie)).body).toContain('Once more.')
    await merge(request.number)
    const { body } = await get(`${location}/edited`, cookie)
    expect(body).toMatch(/class="state merged">merged/)
    expect(body).toContain('class="changed')
  })

  it('is refused with a page that says what to do', async () => {
    const { previewFor, enter, get, home, open, tick, newMember, as, admin, organization, requestUrl } =
      await openReview()
    const address = await previewFor()
    const token = new URL(address).searchParams.get('token') ?? ''
    const { location, cookie } = await enter(address)
    const other = await open('Another')
    const elsewhere = await openReview()
    const reviewer = await newMember('reviewer', 'review')
    const theirs = await enter((await as(reviewer).get(requestUrl)).urls.preview)
    expect((await get(theirs.location, theirs.cookie)).statusCode).toBe(200)
    await as(admin).delete(`${organization.url}/members/${reviewer.id}`, 204)
    const number = `/${other.number}`
    const refused = [
      await get(theirs.location, theirs.cookie),
      await get(location),
      await get(home.replace(/\/\d+$/, number), cookie),
      await get(`${home.replace(/\/\d+$/, number)}/?token=${token}`),
      await get(`${elsewhere.home}/?token=${token}`),
      await get(`${home}/?token=${token.replace(/^\w/, (letter) => (letter === 'a' ? 'b' : 'a'))}`),
      await get(`${home}/?token=`),
      await get(`${home.replace(/\/\d+$/, '/none')}/?token=${token}`),
    ]
    tick(2.1 / 24)
    refused.push(await get(location, cookie), await get(address))
    for (const [index, answer] of refused.entries()) {
      expect(answer.statusCode, String(index)).toBe(403)
      expect(answer.body).toContain('This preview has ended')
      expect(answer.body).not.toMatch(/Quiet hours|sentence|Edited/)
    }
  })
})
