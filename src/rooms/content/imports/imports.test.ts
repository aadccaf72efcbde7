import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { type FakePages, fakeFetcher } from '../../../world/network/fake-fetcher.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import { TaskTimeout } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'
import { inLineOf, inTurn } from './turns.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const zip = (contents: Record<string, string | Uint8Array>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(contents).map(([path, content]) => [
          path,
          typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
        ]),
      ),
    ),
  )

async function openWithSite(pages: FakePages) {
  const services = await openSpace()
  const { as, admin, url } = services
  services.services.fetcher.fetch = fakeFetcher(pages).fetch
  return {
    ...services,
    take: (source: string, at: string, status = 201, where = `${url}/content`) =>
      as(admin).post(`${where}/import`, { url: at, source }, status),
    pagesAt: async (where = `${url}/content`) => (await as(admin).get(`${where}/pages`)).pages,
    filesAt: async (where = `${url}/content`) => (await as(admin).get(`${where}/files`)).items,
  }
}

const SITE = 'https://docs.example.org'
const ARCHIVE = zip({
  'README.md': '# Welcome\n\nSee [setup](guide/setup.md#one), ![p](p.png), ![gone](gone.png).\n',
  'guide/setup.md': '# Setup\n\n## One\n\n[Home](../README.md)\n',
  'p.png': PNG,
})

describe('an import of pages that are too deep', () => {
  const at = `${SITE}/deep.zip`
  const deep = zip({ 'a.md': '# A\n', 'one/two/three/four.md': '# Four\n' })

  it('has them at the last level below where it goes, and says so', async () => {
    const { as, admin, url, write, titles } = await openWithSite({ [at]: deep })
    const chain = Array.from({ length: 28 }, (_, level) =>
      page(`L${level + 1}`, 'x', { ref: `l${level + 1}`, ...(level > 0 && { into: `l${level}` }) }),
    )
    const last = (await write(...chain)).at(-1).page.id
    const where = `${url}/content/page/${last}/import`
    const { problems } = await as(admin).post(where, { url: at, source: 'zip' }, 201)
    expect(problems).toMatchObject([{ kind: 'too-deep' }])
    expect(problems[0].message).toContain('placed at level 30: “Three”, “Four”')
    expect(await titles()).toContain('L28[A One[Two Three Four]]')
  })

  it('says nothing where nothing is', async () => {
    const { take } = await openWithSite({ [at]: deep })
    expect(await take('zip', at)).not.toHaveProperty('problems')
  })
})

describe('an import that its process does not get over', () => {
  it.each([
    ['takes too long', () => new TaskTimeout('convert took longer than 30 s'), 'it takes longer than 30 s'],
    ['fills the memory', () => new TaskLost('The process ended'), 'it needs too much memory'],
  ])('is refused where it %s, with what to do', async (_, failure, said) => {
    const at = `${SITE}/a.html`
    const { take, interceptTasks } = await openWithSite({ [at]: '<p>a</p>' })
    interceptTasks(() => Promise.reject(failure()))
    const { error } = await take('html', at, 413)
    expect(error.message).toContain(said)
    expect(error.message).toContain('import it in smaller parts')
  })
})

describe('an import into a change request', () => {
  it('is one revision, with links between its pages and to its files, and counts what it could not take', async () => {
    const { as, admin, url, open, take, text, titles, pagesAt, filesAt, space } = await openWithSite({
      [`${SITE}/a.zip`]: ARCHIVE,
    })
    const { number, revision: before } = await open()
    const where = `${url}/change-requests/${number}/content`
    const response = await as(admin).send('POST', `${where}/import`, { url: `${SITE}/a.zip`, source: 'zip' })
    expect(response.statusCode).toBe(201)
    const { revision, importedResources, totalResources } = response.json()
    expect({ importedResources, totalResources }).toEqual({ importedResources: 4, totalResources: 5 })
    expect(response.headers.location).toBe(`http://quire.test/v1/spaces/${space.id}/revisions/${revision}`)
    expect((await as(admin).get(`/v1/spaces/${space.id}/revisions/${revision}`)).parents).toEqual([before])
    expect(await titles(where)).toBe('Welcome Guide[Setup]')
    const [welcome, guide] = await pagesAt(where)
    expect(await text(welcome.id, where)).toBe(
      'See [setup](guide/setup.md#one), ![p](.gitbook/assets/p.png), ![gone](gone.png).\n',
    )
    expect(await text(guide.pages[0].id, where)).toBe('## One\n\n[Home](../welcome.md)\n')
    expect(await filesAt(where)).toMatchObject([
      { name: 'p.png', contentType: 'image/png', dimensions: { width: 1, height: 1 } },
    ])
    expect(await titles()).toBe('')
    // Twice is twice, and the second has names of its own.
    await take('zip', `${SITE}/a.zip`, 201, where)
    expect(await titles(where)).toBe('Welcome Guide[Setup] Welcome Guide[Setup]')
    expect(await text((await pagesAt(where))[2].id, where)).toContain(
      '[setup](guide-1/setup.md#one), ![p](.gitbook/assets/p%20%281%29.png)',
    )
  })

  it('is refused when the change request was merged or the space is locked', async () => {
    const { as, admin, url, open, edit, merge, take } = await openWithSite({ [`${SITE}/a.md`]: '# A' })
    const { number } = await open()
    await edit(number, page('One'))
    await merge(number)
    await take('markdown', `${SITE}/a.md`, 409, `${url}/change-requests/${number}/content`)
    // Before anything is fetched: this one could not be.
    await take('markdown', `${SITE}/none.md`, 409, `${url}/change-requests/${number}/content`)
    await as(admin).patch(url, { editMode: 'locked' })
    await take('markdown', `${SITE}/a.md`, 409)
  })
})

describe('an import into a space', () => {
  it('from a page of the web has its main part, its images as files, and links that still lead there', async () => {
    const { take, text, pagesAt, filesAt } = await openWithSite({
      [`${SITE}/guide/`]: `<!doctype html><html><head><title>Guide | Example</title><meta name="description" content="How it is done"></head><body><nav><a href="/">Home</a></nav><div class="cookie-banner">Accept?</div><main><article><h1>Guide</h1><p>Read <a href="next">on</a>. <a href="javascript:alert(1)">no</a></p><img src="/i/dot" alt="Dot"><img src="gone.png" alt="Gone"><img src="fake.png"></article></main><footer>(c)</footer></body></html>`,
      [`${SITE}/i/dot`]: PNG,
      [`${SITE}/guide/fake.png`]: '<html>not an image</html>',
    })
    expect(await take('website', `${SITE}/guide/`)).toMatchObject({ importedResources: 2, totalResources: 4 })
    const [guide] = await pagesAt()
    expect(guide).toMatchObject({ title: 'Guide', description: 'How it is done' })
    expect(await text(guide.id)).toBe(
      `Read [on](${SITE}/guide/next). no\n\n![Dot](.gitbook/assets/dot.png)\n\n![Gone](${SITE}/guide/gone.png)\n\n![](${SITE}/guide/fake.png)\n`,
    )
    expect(await filesAt()).toMatchObject([{ name: 'dot.png', contentType: 'image/png' }])
  })

  it('from a page with a base has links and images from there', async () => {
    const { take, text, pagesAt } = await openWithSite({
      [`${SITE}/caf%E9/page.html`]:
        '<html><head><base href="/other/"></head><body><p><a href="next">on</a> <a href="#Here">here</a></p><img src="dot.png" alt="Dot"></body></html>',
      [`${SITE}/other/dot.png`]: PNG,
    })
    expect(await take('website', `${SITE}/caf%E9/page.html`)).toMatchObject({ importedResources: 2 })
    const [made] = await pagesAt()
    expect(made.title).toBe('Page')
    expect(await text(made.id)).toBe(
      `[on](${SITE}/other/next) [here](#here)\n\n![Dot](.gitbook/assets/dot.png)\n`,
    )
  })

  it('takes a name from an address in letters of another time', async () => {
    const { take, titles } = await openWithSite({
      [`${SITE}/caf%E9.html`]: '<html><body><p>x</p></body></html>',
    })
    await take('website', `${SITE}/caf%E9.html`)
    expect(await titles()).toBe('Caf%E9')
  })

  it('shows the cover of a page at its top, and counts the files that nobody names', async () => {
    const { take, text, pagesAt } = await openWithSite({
      [`${SITE}/a.zip`]: zip({
        'a.md': '---\ncover: c.png\n---\n\n# A\n\nText\n',
        'c.png': PNG,
        'unused.pdf': '%PDF',
      }),
    })
    expect(await take('zip', `${SITE}/a.zip`)).toMatchObject({ importedResources: 2, totalResources: 3 })
    expect(await text((await pagesAt())[0].id)).toBe('![](.gitbook/assets/c.png)\n\nText\n')
  })

  it('from a Markdown file brings the images that lie beside it', async () => {
    const { take, text, pagesAt } = await openWithSite({
      [`${SITE}/a/b.md`]:
        '---\ndescription: Short\nicon: book\n---\n\n# Title\n\n![x](img/x.png) [l](c.md)\n',
      [`${SITE}/a/img/x.png`]: PNG,
    })
    expect(await take('markdown', `${SITE}/a/b.md`)).toMatchObject({
      importedResources: 2,
      totalResources: 2,
    })
    const [made] = await pagesAt()
    expect(made).toMatchObject({ title: 'Title', description: 'Short', icon: 'book' })
    expect(await text(made.id)).toBe(`![x](.gitbook/assets/x.png) [l](${SITE}/a/c.md)\n`)
  })

  it('from an upload needs no network', async () => {
    const { app, as, admin, organization, take, titles } = await openWithSite({})
    const { url } = await as(admin).post(
      `${organization.url}/storage/upload`,
      {
        file: { name: 'my-notes.html', type: 'text/html', size: 23 },
        kind: 'import_file',
      },
      201,
    )
    await take('html', url, 400)
    const sent = await app.inject({
      method: 'PUT',
      url: url.replace('http://quire.test', ''),
      headers: { 'content-type': 'text/html' },
      payload: '<p>Some <b>notes</b></p>'.slice(0, 23),
    })
    expect(sent.statusCode).toBeLessThan(300)
    expect(await take('html', url)).toMatchObject({ importedResources: 1 })
    expect(await titles()).toBe('My notes')
  })
})

describe('an import into a page', () => {
  const pages = {
    [`${SITE}/a.md`]: '---\ndescription: D\n---\n\n# Title\n\nText\n',
    [`${SITE}/a.zip`]: ARCHIVE,
  }

  it('fills one that is empty with a single document, which keeps its title', async () => {
    const { url, write, take, text, pagesAt } = await openWithSite(pages)
    const [{ page: made }] = await write(page('Mine', ''))
    await take('markdown', `${SITE}/a.md`, 201, `${url}/content/page/${made.id}`)
    expect(await pagesAt()).toMatchObject([{ title: 'Mine', description: 'D', pages: [] }])
    expect(await text(made.id)).toBe('Text\n')
  })

  it('adds below one that has text, and several always below', async () => {
    const { url, open, edit, take, titles } = await openWithSite(pages)
    const { number } = await open()
    const where = `${url}/change-requests/${number}/content`
    const { changes } = await edit(number, page('Full'), page('Empty', ''))
    const [full, empty] = changes.map((change: { page: { id: string } }) => change.page.id)
    await take('markdown', `${SITE}/a.md`, 201, `${where}/page/${full}`)
    await take('zip', `${SITE}/a.zip`, 201, `${where}/page/${empty}`)
    expect(await titles(where)).toBe('Full[Title] Empty[Welcome Guide[Setup]]')
  })

  it('that is not there is not found, before anything is fetched', async () => {
    const { url, take } = await openWithSite({})
    await take('markdown', `${SITE}/a.md`, 404, `${url}/content/page/nothing`)
  })
})

describe('what can not be imported changes nothing', () => {
  it('and says why', async () => {
    const { take, titles, space, as, admin, url } = await openWithSite({
      [`${SITE}/slow`]: new FetchFailure(
        'FETCH_TIMEOUT',
        'docs.example.org did not answer in full within 60 s',
      ),
      [`${SITE}/big`]: new FetchFailure('FETCH_TOO_LARGE', 'docs.example.org has a larger answer'),
      [`${SITE}/page`]: '<!doctype html><html><body><p>x</p></body></html>',
      [`${SITE}/deep`]: `<html>${'<div>'.repeat(100_000)}x`,
      [`${SITE}/bomb`]: zip({ 'a.md': new Uint8Array(10 * 1024 * 1024) }),
      [`${SITE}/bad.zip`]: zip({ 'a.md': 'x' }).subarray(0, 40),
    })
    const why = async (source: string, at: string, status: number) =>
      (await take(source, `${SITE}/${at}`, status)).error.message
    expect(await why('website', 'slow', 400)).toContain('within 60 s')
    expect(await why('zip', 'big', 413)).toContain('larger')
    expect(await why('website', 'none', 400)).toContain('404')
    expect(await why('docx', 'page', 400)).toContain('the source for that is html or website')
    expect(await why('html', 'deep', 413)).toContain('nested more than 2000 deep')
    expect(await why('zip', 'bomb', 413)).toContain('200 times its size')
    expect(await why('zip', 'bad.zip', 400)).toContain('damaged')
    expect((await take('website', 'http://127.0.0.1/', 400)).error.message).toContain('is a private address')
    expect((await take('website', 'file:///etc/passwd', 400)).error.details.field).toBe('body.url')
    await take('wordpress', SITE, 400)
    expect(await titles()).toBe('')
    expect((await as(admin).get(url)).revision).toBe(space.revision)
  })

  it('a conversion without end is ended', async () => {
    const { interceptTasks, take } = await openWithSite({ [`${SITE}/a`]: '# A' })
    interceptTasks(() => Promise.reject(new TaskTimeout('convert took longer than 30 s')))
    expect((await take('markdown', `${SITE}/a`, 413)).error.message).toContain('smaller parts')
  })
})

describe('slow servers', () => {
  it('keep nobody else waiting', async () => {
    let answer = (_: string) => {}
    const slow = new Promise<string>((resolve) => {
      answer = resolve
    })
    const asked: string[] = []
    const { take, titles } = await openWithSite({
      [`${SITE}/slow.md`]: async ({ url }) => {
        asked.push(url)
        return slow
      },
      [`${SITE}/quick.md`]: '# Quick',
    })
    const waiting = [1, 2].map(() => take('markdown', `${SITE}/slow.md`))
    await expect.poll(() => asked.length).toBe(2)
    await take('markdown', `${SITE}/quick.md`)
    expect(await titles()).toBe('Quick')
    answer('# Slow')
    await Promise.all(waiting)
    expect(await titles()).toBe('Quick Slow Slow')
  })
})

describe('turns', () => {
  it('let two work at once and a few wait', async () => {
    const ends: (() => void)[] = []
    const started: number[] = []
    const work = (number: number) => () => {
      started.push(number)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    const all = Array.from({ length: 10 }, (_, number) => inTurn(work(number)))
    await expect(inTurn(work(10))).rejects.toThrow('Too many imports')
    expect(started).toEqual([0, 1])
    for (let done = 0; done < 10; done++) {
      ends[done]?.()
      await all[done]
    }
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    await expect(inTurn(async () => 'free')).resolves.toBe('free')
  })

  it('to fetch are not all for one organization', async () => {
    const ends: (() => void)[] = []
    const slow = () => new Promise<void>((resolve) => ends.push(resolve))
    const greedy = Array.from({ length: 11 }, () => inLineOf('greedy', slow))
    await expect(inLineOf('greedy', slow)).rejects.toThrow('Too many imports')
    await expect(inLineOf('modest', async () => 'at once')).resolves.toBe('at once')
    for (let done = 0; done < 11; done++) {
      await expect.poll(() => ends.length).toBe(Math.min(done + 3, 11))
      ends[done]?.()
    }
    await Promise.all(greedy)
  })
})
