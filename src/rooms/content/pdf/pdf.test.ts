import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../../test/measures/pdf.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import { addReusable } from '../../../../test/reusables.ts'
import { readVolume } from '../../../demo/library.ts'
import type { Printed } from '../../../engines/pdf/compile.ts'
import { TaskTimeout } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'

const HOUR = 60 * 60 * 1000
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function openPress() {
  const opened = await openSpace()
  const { as, admin, app, url, drain, interceptTasks } = opened
  const fetch = (address: string, more: object = {}) =>
    app.inject({ url: address.replace('http://quire.test', ''), ...more })
  const ask = async (query = '', at = url, person = admin): Promise<string> =>
    (await as(person).get(`${at}/pdf${query}`)).url
  /** The PDF behind an answer, made and read. */
  const read = async (query = '', at = url) => {
    const address = await ask(query, at)
    await drain()
    const answer = await fetch(address)
    expect(answer.statusCode, answer.body).toBe(200)
    return readPdf(answer.rawPayload)
  }
  /** What came of each PDF that is made from here on. */
  const watch = () => {
    const outcomes: Printed[] = []
    interceptTasks(async ({ name }, go) => {
      const output = await go()
      if (name === 'pdf.print') outcomes.push(output as Printed)
      return output
    })
    return outcomes
  }
  return { ...opened, fetch, ask, read, watch }
}

const flat = (text: string) => text.replace(/\s+/g, '')
const whole = ({ pages }: { pages: string[] }) => flat(pages.join(''))

describe('a PDF of a space', () => {
  it('is made in the background and opens without a token', async () => {
    const { write, ask, fetch, drain } = await openPress()
    await write(page('Home', 'The words of the home page.'), page('Second', 'More words.'))
    const address = await ask()
    expect(address).toMatch(
      /^http:\/\/quire\.test\/pdf\/\w+\/[\w-]{22}\/Guide\.pdf\?expires=\d+&signature=[\w-]{22}$/,
    )
    // It is asked for before it is there.
    const early = fetch(address)
    await drain()
    const answer = await early
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Guide.pdf"; filename*=UTF-8''Guide.pdf`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    const pdf = readPdf(answer.rawPayload)
    expect(pdf.pages).toHaveLength(4)
    expect(flat(pdf.pages[0] ?? '')).toContain('Guide')
    expect(flat(pdf.pages[1] ?? '')).toMatch(/Contents.*Home.*3.*Second.*4/)
    expect(flat(pdf.pages[2] ?? '')).toContain('Thewordsofthehomepage.')
    expect(pdf).toMatchObject({ isTagged: true, language: 'en', bookmarks: ['Home', 'Second'] })

    const part = await fetch(address, { headers: { range: 'bytes=0-7' } })
    expect(part.statusCode).toBe(206)
    expect(part.body).toMatch(/^%PDF-1\.\d/)
    const known = await fetch(address, { headers: { 'if-none-match': String(answer.headers.etag) } })
    expect(known.statusCode).toBe(304)
    expect((await fetch(address, { method: 'HEAD' })).headers['content-length']).toBe(
      String(answer.rawPayload.length),
    )
  })

  it('is made once for the same content', async () => {
    const { write, ask, drain, watch, as, admin, url } = await openPress()
    const outcomes = watch()
    const [{ page: home }] = await write(page('Home', 'Words'))
    const first = await ask()
    expect(await ask()).toBe(first)
    await drain()
    expect(await ask()).toBe(first)
    await drain()
    expect(outcomes).toHaveLength(1)
    const narrow = await ask(`?page=${home.id}`)
    expect(narrow).not.toBe(first)
    await drain()
    expect(outcomes).toHaveLength(2)
    await as(admin).patch(url, { title: 'Renamed' })
    expect(await ask()).toContain('/Renamed.pdf')
    await write(page('Second'))
    await ask()
    await drain()
    expect(outcomes).toHaveLength(4)
  })

  it('holds a page and those below it, or that page alone', async () => {
    const { write, read, ask, as, admin, url } = await openPress()
    const [{ page: top }] = await write(
      page('Top', 'top words', { ref: 'top' }),
      page('Aside', 'aside words'),
    )
    await write(page('Below', 'words below', { into: top.id }))
    const branch = whole(await read(`?page=${top.id}`))
    expect(branch).toContain('topwords')
    expect(branch).toContain('wordsbelow')
    expect(branch).not.toContain('asidewords')
    const alone = await read(`?page=${top.id}&only=true`)
    expect(alone.pages).toHaveLength(1)
    expect(whole(alone)).toContain('topwords')
    expect(whole(alone)).not.toContain('wordsbelow')
    expect(await ask(`?page=${top.id}`)).toContain('/Top.pdf')
    await as(admin).get(`${url}/pdf?page=nothing`, 404)
    await as(admin).get(`${url}/pdf?only=true`, 400)
    await as(admin).get(`${url}/pdf?only=perhaps`, 400)
  })

  it('leaves out hidden pages, unless one is asked for', async () => {
    const { write, read } = await openPress()
    const [, { page: hidden }] = await write(
      page('Home', 'Seen, with [a link](hidden.md)'),
      page('Hidden', 'secret words', { hidden: true }),
    )
    const all = await read()
    expect(whole(all)).not.toContain('secretwords')
    expect(all.urls.some((url) => url.endsWith('/hidden'))).toBe(true)
    expect(whole(await read(`?page=${hidden.id}`))).toContain('secretwords')
  })

  it('has links within, pictures, variables and reusable content', async () => {
    const { write, read, services, space, watch } = await openPress()
    const outcomes = watch()
    const files = [{ name: 'pixel.png', base64: PIXEL, contentType: 'image/png' }]
    const bad = [{ name: 'bad.png', base64: 'bm90IGEgcGljdHVyZQ==', contentType: 'image/png' }]
    await addReusable(services, space.id, 'Words that are shared.', { version: 'seven' })
    await write({ operation: 'insert_files', files }, { operation: 'insert_files', files: bad })
    const [{ page: second }] = await write(
      page('Second', '## A place\n\nText'),
      page(
        'First',
        `[there](second.md) [place](second.md#a-place) [out](https://example.org/out)
![seen](.gitbook/assets/pixel.png)

![broken](.gitbook/assets/bad.png)

![elsewhere](https://example.org/picture.png)

{% include ".gitbook/includes/note.md" %}

Value <code class="expression">space.vars.version</code>`,
      ),
    )
    const pdf = await read()
    expect(pdf.places).toEqual(expect.arrayContaining([`p:${second.id}`, `a:${second.id}#a-place`]))
    expect(pdf.urls).toEqual(
      expect.arrayContaining(['https://example.org/out', 'https://example.org/picture.png']),
    )
    expect(whole(pdf)).toContain('Wordsthatareshared.')
    expect(whole(pdf)).toContain('Valueseven')
    expect(outcomes[0]?.warnings).toEqual([expect.stringMatching(/is not a printable picture/)])
  })

  it('names files as a site does, and leads members to their bytes', async () => {
    const { app, admin, write, open, edit, read, fetch, url } = await openPress()
    const signedIn = await app.inject({
      method: 'POST',
      url: '/o/~sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://quire.test' },
      payload: new URLSearchParams({ token: admin.token }).toString(),
    })
    const headers = { cookie: String(signedIn.headers['set-cookie']).split(';')[0] }
    const file = (name: string, text: string) => ({
      operation: 'insert_files',
      files: [{ name, base64: Buffer.from(text).toString('base64'), contentType: 'application/pdf' }],
    })
    const block = (name: string) =>
      `{% file src=".gitbook/assets/${name}" %}\nRead *this* first.\n{% endfile %}\n`
    await write(file('price list.pdf', 'x'.repeat(2048)))
    const [{ page: made }] = await write(page('Prices', block('price%20list.pdf')))
    const pdf = await read()
    expect(whole(pdf)).toContain('pricelist.pdfPDF·2kBReadthisfirst.')
    const address = pdf.urls.find((each) => each.includes('/~files/')) ?? ''
    expect((await fetch(address)).statusCode).toBe(302)
    const answer = await fetch(address, { headers })
    expect([answer.statusCode, answer.body]).toEqual([200, 'x'.repeat(2048)])
    await open()
    await edit(1, file('later.pdf', 'Later'), {
      operation: 'update_page',
      page: made.id,
      document: { markdown: block('later.pdf') },
    })
    const proposed = await read('', `${url}/change-requests/1`)
    const later = proposed.urls.find((each) => each.endsWith('/later.pdf')) ?? ''
    expect((await fetch(later, { headers })).body).toBe('Later')
  })

  it.each(['gallery', 'handbook', 'product-guide', 'developers'])(
    'prints every block of the sample content without a warning: %s',
    async (name) => {
      const { write, read, watch } = await openPress()
      const { leaves, files } = await readVolume(name)
      await write(...(files.files.length > 0 ? [files] : []), ...leaves.map(({ change }) => change))
      const outcomes = watch()
      const pdf = await read()
      expect(outcomes.map(({ warnings }) => warnings)).toEqual([[]])
      for (const { change } of leaves) expect(whole(pdf).toLowerCase()).toContain(titleIn(change.title))
    },
  )
})

/** Letters from right to left are drawn in another order than they are written in. */
function titleIn(title: string | undefined) {
  const words = flat(title ?? '').toLowerCase()
  return /\p{Script=Arabic}/u.test(words) ? '' : words
}

describe('the address of a PDF', () => {
  it('opens nothing with another signature, another name, or too late', async () => {
    const { write, ask, drain, fetch, services } = await openPress()
    await write(page('Home'))
    const address = await ask()
    await drain()
    expect((await fetch(address)).statusCode).toBe(200)
    expect((await fetch(address.replace('Guide.pdf', 'Other.pdf'))).statusCode).toBe(404)
    expect((await fetch(address.replace(/signature=.{4}/, 'signature=AAAA'))).statusCode).toBe(404)
    expect((await fetch(address.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404)
    expect((await fetch(address.split('?')[0] ?? '')).statusCode).toBe(404)
    const now = services.clock.now().getTime()
    const expires = Number(/expires=(\d+)/.exec(address)?.[1])
    expect(expires - now).toBeGreaterThan(HOUR)
    expect(expires - now).toBeLessThanOrEqual(2 * HOUR)
  })

  it('ends with its time, with its space, and with a week in which nobody asked', async () => {
    const { write, ask, drain, fetch, tick, as, admin, url, sql, services } = await openPress()
    await write(page('Home'))
    const address = await ask()
    await drain()
    await as(admin).delete(url, 205)
    expect((await fetch(address)).statusCode).toBe(404)
    await as(admin).post(`${url}/restore`, undefined, 200)
    expect((await fetch(address)).statusCode).toBe(200)
    tick(3 / 24)
    expect((await fetch(address)).statusCode).toBe(404)
    expect((await fetch(await ask())).statusCode).toBe(200)

    const run = async (name: string) => {
      const job = services.jobs.find((one) => one.name === name)
      if (job) await services.asSystem((ctx) => ctx.enqueue(job, {}))
      await drain()
    }
    const blob = async () => {
      const { rows } = await sql<{ blob: string }>(
        `select blob from pdfs where space_id = '${url.slice(11)}'`,
      )
      return rows[0]?.blob
    }
    const kept = (await blob()) ?? ''
    tick(6)
    await run('pdf.forget')
    await run('files.sweep-blobs')
    expect(await services.blobs.has(kept)).toBe(true)
    tick(2)
    await run('pdf.forget')
    await run('files.sweep-blobs')
    expect(await blob()).toBeUndefined()
    // What nothing names is marked one night and deleted the next.
    tick(1)
    await run('files.sweep-blobs')
    expect(await services.blobs.has(kept)).toBe(false)
  })

  it('tells what went wrong, and tries again for who asks some minutes later', async () => {
    const { write, ask, drain, fetch, interceptTasks, tick } = await openPress()
    await write(page('Home'))
    const refill = interceptTasks(async ({ name }, go) => {
      if (name.startsWith('pdf.')) throw new Error('the ink is out')
      return go()
    })
    const address = await ask()
    await drain()
    const answer = await fetch(address)
    expect(answer.statusCode).toBe(500)
    expect(answer.json().error.message).toMatch(/could not be created/)
    expect(answer.body).not.toContain('ink')
    refill()
    await ask()
    await drain()
    expect((await fetch(address)).statusCode).toBe(500)
    tick(TEN_MINUTES)
    await ask()
    await drain()
    expect((await fetch(address)).statusCode).toBe(200)
  })

  it.each([
    ['takes too long', () => new TaskTimeout('pdf.print took longer than 90 s'), /within 180 seconds/],
    ['fills the memory', () => new TaskLost('The process ended'), /needs too much memory/],
  ])('refuses content that %s, and says what to ask for', async (_, failure, said) => {
    const { write, ask, drain, fetch, interceptTasks } = await openPress()
    await write(page('Home'))
    interceptTasks(async ({ name }, go) => {
      if (name === 'pdf.print') throw failure()
      return go()
    })
    const address = await ask()
    await drain()
    const answer = await fetch(address)
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error.message).toMatch(said)
    expect(answer.json().error.message).toContain('Use "page" for one page and the pages below it')
  })

  it('is made without pictures and formulas where the typesetter falls over them', async () => {
    const { write, ask, drain, fetch, interceptTasks } = await openPress()
    await write(page('Home', 'Words and $$a^2$$'))
    interceptTasks(async ({ name, input }, go) =>
      name === 'pdf.print' && !(input as { isBare?: boolean }).isBare
        ? { trapped: 'memory access out of bounds' }
        : go(),
    )
    const address = await ask()
    await drain()
    const answer = await fetch(address)
    expect(answer.statusCode).toBe(200)
    expect(whole(readPdf(answer.rawPayload))).toContain('Wordsanda^2')
  })

  it('is tried once, however many ask while it is being made', async () => {
    const { write, ask, drain, interceptTasks } = await openPress()
    await write(page('Home'))
    let tries = 0
    interceptTasks(async ({ name }, go) => {
      if (!name.startsWith('pdf.')) return go()
      tries++
      if (tries === 1) await ask()
      throw new Error('the ink is out')
    })
    await ask()
    await drain()
    expect(tries).toBe(1)
  })

  it('is made without pictures that would fill the memory, however small their files', async () => {
    const { write, ask, drain, fetch, interceptTasks } = await openPress()
    const base64 = pngHead(9_000, 9_000).toString('base64')
    const file = { name: 'huge.png', ref: 'huge', contentType: 'image/png', base64 }
    await write({ operation: 'insert_files', files: [file] }, page('Home', '![Huge](huge)'))
    const given: unknown[] = []
    interceptTasks(async ({ name, input }, go) => {
      if (name === 'pdf.print') given.push((input as { images: Map<string, unknown> }).images.size)
      return go()
    })
    const address = await ask()
    await drain()
    const answer = await fetch(address)
    expect(answer.statusCode).toBe(200)
    expect(given).toEqual([0])
    const told = whole(readPdf(answer.rawPayload))
    expect(told).toContain('HugePicturenotshown:its9000×9000pixelsaretoomanytoprint')
    expect(told).toContain('notbeprinted:huge.png(its9000×9000')
  })

  it('is made with all the screenshots of a long book', async () => {
    const { write, ask, drain, interceptTasks } = await openPress()
    const head = pngHead(1920, 1080)
    const files = Array.from({ length: 60 }, (_, at) => ({
      name: `${at}.png`,
      ref: `f${at}`,
      contentType: 'image/png',
      base64: Buffer.concat([head, Buffer.from([at])]).toString('base64'),
    }))
    const text = files.map(({ ref }) => `![Screen](${ref})`).join('\n\n')
    const inserting = (from: number) => ({
      operation: 'insert_files',
      files: files.slice(from, from + 20),
    })
    await write(inserting(0), inserting(20), inserting(40), page('Home', text))
    const given: number[] = []
    interceptTasks(async ({ name, input }, go) => {
      if (name !== 'pdf.print') return go()
      given.push((input as { images: Map<string, unknown> }).images.size)
      throw new Error('this is enough')
    })
    await ask()
    await drain()
    expect(given).toEqual([60])
  })
})

const TEN_MINUTES = 10 / (24 * 60)

/** As much of a picture as says how large it is. */
function pngHead(width: number, height: number) {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080200000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

describe('a PDF of a change request', () => {
  it('holds what it proposes', async () => {
    const { write, open, edit, read, url } = await openPress()
    await write(page('Home', 'Words of the space'))
    const { number } = await open('Better words')
    await edit(number, page('Proposed', 'Words of the proposal'))
    const pdf = await read('', `${url}/change-requests/${number}`)
    expect(whole(pdf)).toContain('Wordsoftheproposal')
    expect(flat(pdf.pages[0] ?? '')).toContain('Changerequest#1Betterwords')
    expect(whole(await read())).not.toContain('Wordsoftheproposal')
  })

  it('is for those who may see the space', async () => {
    const { write, open, as, stranger, reader, guest, url, admin } = await openPress()
    const [{ page: home }] = await write(page('Home'))
    const { number } = await open()
    for (const at of [url, `${url}/change-requests/${number}`]) {
      await as(stranger).get(`${at}/pdf`, 404)
      await as(guest).get(`${at}/pdf?page=${home.id}`, 404)
      await as(reader).get(`${at}/pdf`, 200)
    }
    await as(admin).get(`${url}/change-requests/99/pdf`, 404)
    await as().get(`${url}/pdf`, 401)
  })
})
