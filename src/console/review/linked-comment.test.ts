// Where a link of a mail leads: to what somebody said, wherever it is by now.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

/** What a page lists, and one more. */
const MANY = 101

async function open() {
  const services = await openSpace()
  const { app, as, admin, organization, space, url, open } = services
  const browser = openBrowser(app)
  await browser.post('/o/~sign-in?token=', { token: admin.token })
  await open('Quiet hours')
  const home = `/o/${organization.id}/s/${space.id}`
  const places = {
    space: { path: `${url}/comments`, page: `${home}/~/comments` },
    request: { path: `${url}/change-requests/1/comments`, page: `${home}/~/changes/1/~review` },
  }
  const say = async (path: string, markdown: string, by: Person = admin) =>
    (await as(by).post(path, { body: { markdown } })).id as string
  const sayMore = async (path: string) => {
    for (let at = 0; at < MANY; at += 1) await say(path, `Number ${at}`)
  }
  return { ...services, browser, places, say, sayMore }
}

/** How often an element of this id is on a page. */
const count = (body: string, id: string) => body.split(`id="${id}"`).length - 1
const GONE = 'The comment that this link leads to has been deleted.'

describe.each(['space', 'request'] as const)('a link to what was said about a %s', (name) => {
  it('leads to a comment that is open, resolved or open again', async () => {
    const { browser, places, say, as, admin } = await open()
    const { path, page } = places[name]
    const id = await say(path, 'Is the wick long enough?')
    const link = `${page}?at=comment-${id}`
    for (const resolved of [false, true, false]) {
      await as(admin).put(`${path}/${id}`, { resolved })
      const led = await browser.get(link)
      expect([led.status, new URL(led.url, 'http://here').hash]).toEqual([200, `#comment-${id}`])
      expect(count(led.body, `comment-${id}`)).toBe(1)
      expect(led.body).toContain('Is the wick long enough?')
      expect(/<details( open)?><summary><p class="who"/.exec(led.body)?.[1]).toBe(
        resolved ? ' open' : undefined,
      )
      expect(led.body).not.toContain(GONE)
    }
  })

  it('leads to one that is not among those of the first page, or to a reply to it', async () => {
    const { browser, places, say, sayMore, as, admin } = await open()
    const { path, page } = places[name]
    const first = await say(path, 'Is the wick long enough?')
    const reply = await say(`${path}/${first}/replies`, 'It is.')
    await as(admin).put(`${path}/${first}`, { resolved: true })
    const second = await say(path, 'And the oil?')
    await sayMore(path)
    expect((await browser.get(page)).body).not.toContain('And the oil?')
    const led = await browser.get(`${page}?at=comment-${second}`)
    expect(count(led.body, `comment-${second}`)).toBe(1)
    const replied = await browser.get(`${page}?at=reply-${reply}`)
    expect(new URL(replied.url, 'http://here').hash).toBe(`#reply-${reply}`)
    expect(count(replied.body, `reply-${reply}`)).toBe(1)
    // What is done there is seen there.
    const reopened = await browser.post(replied.url.split('#')[0] ?? '', { action: 'reopen', id: first })
    expect(count(reopened.body, `comment-${first}`)).toBe(1)
  })

  it('leads to the last of many replies', async () => {
    const { browser, places, say, sayMore } = await open()
    const { path, page } = places[name]
    const id = await say(path, 'Is the wick long enough?')
    await sayMore(`${path}/${id}/replies`)
    const last = await say(`${path}/${id}/replies`, 'It is.')
    const led = await browser.get(`${page}?at=reply-${last}`)
    expect([count(led.body, `reply-${last}`), count(led.body, `comment-${id}`)]).toEqual([1, 1])
  })

  it('says that a comment, or a reply, has been deleted', async () => {
    const { browser, places, say, as, admin } = await open()
    const { path, page } = places[name]
    const [id, deleted] = [await say(path, 'Still here.'), await say(path, 'Never mind.')]
    const reply = await say(`${path}/${id}/replies`, 'Nor this.')
    await as(admin).delete(`${path}/${deleted}`, 205)
    await as(admin).delete(`${path}/${id}/replies/${reply}`, 205)
    for (const link of [`comment-${deleted}`, `reply-${reply}`, 'comment-0', 'reply-0']) {
      const led = await browser.get(`${page}?at=${link}`)
      expect([led.status, led.body]).toEqual([200, expect.stringContaining(GONE)])
      expect(led.body).toContain('Still here.')
    }
  })

  it('shows nothing that was said elsewhere', async () => {
    const { browser, places, say } = await open()
    const { page } = places[name]
    const elsewhere = places[name === 'space' ? 'request' : 'space'].path
    const id = await say(elsewhere, 'Said elsewhere.')
    const reply = await say(`${elsewhere}/${id}/replies`, 'Answered elsewhere.')
    for (const link of [`comment-${id}`, `reply-${reply}`]) {
      const { body } = await browser.get(`${page}?at=${link}`)
      expect(body).toContain(GONE)
      expect(body).not.toContain('elsewhere.')
    }
  })
})

describe('a link to what somebody said with a review', () => {
  it('leads to it, and to what others replied', async () => {
    const { browser, places, say, as, newMember, url } = await open()
    const reviewer = await newMember('Rita', 'review')
    const { revision } = await as(reviewer).get(`${url}/change-requests/1`)
    const review = { status: 'changes-requested', revision, comment: { markdown: 'Trim the wick.' } }
    const { comment } = await as(reviewer).post(`${url}/change-requests/1/reviews`, review, 201)
    const { path, page } = places.request
    const reply = await say(`${path}/${comment.id}/replies`, 'Trimmed.')
    for (const link of [`comment-${comment.id}`, `reply-${reply}`]) {
      const { url: led, body } = await browser.get(`${page}?at=${link}`)
      expect(led.endsWith(`#${link}`)).toBe(true)
      expect(count(body, link)).toBe(1)
      expect(body).not.toContain(GONE)
    }
  })
})
