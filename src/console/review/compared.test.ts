// A changed page beside what it was, in a browser without script; and the timelines that show the same.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

const BEFORE = '## Light\n\nStays.\n\nThe old sentence.\n\nThe lost one.\n\n![](https://example.org/a.png)\n'
const AFTER =
  '## Light\n\nStays.\n\nThe new sentence.\n\nA fresh one, see [gone](gone.md).\n\n![](https://example.org/b.png)\n'

async function openCompared() {
  const services = await openSpace()
  const { app, organization, space, write, open, edit } = services
  const made = await write(page('Lamp', BEFORE), page('Gone', 'Bye.'))
  const [lamp = '', gone = '']: string[] = made.map((one: { page: { id: string } }) => one.page.id)
  await open('Quiet hours')
  const update = { operation: 'update_page', page: lamp, title: 'The lamp', document: { markdown: AFTER } }
  await edit(1, update, { operation: 'delete_page', page: gone })
  let browsers = 0
  const signedIn = async ({ token }: Person) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const home = `/o/${organization.id}/s/${space.id}`
  const review = `${home}/~/changes/1/~review`
  return { ...services, signedIn, home, review, lamp, gone, at: `${review}/page/${lamp}` }
}

/** Blocks as words: what they are, and what they say. */
function pieces(body: string) {
  return [...body.matchAll(/<section class="piece (\w+)"[^>]*>(.*?)<\/section>/gs)].map(
    ([, kind, inside = '']) =>
      `${kind}: ${inside
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()}`,
  )
}

const keyOf = (body: string, text: string) =>
  [...body.matchAll(/data-key="([\w-]+)".*?<\/section>/gs)].find(([part]) => part.includes(text))?.[1] ?? ''

describe('a changed page', () => {
  it('is shown block by block, with what each was', async () => {
    const { signedIn, admin, at } = await openCompared()
    const { status, body } = await (await signedIn(admin)).get(at)
    expect(status).toBe(200)
    const told = pieces(body)
    expect(told[0]).toBe('edited: Lamp The lamp')
    expect(told).toContain('same: Comment Stays.')
    expect(told.find((one) => one.includes('new sentence'))).toMatch(
      /^edited: .*The new sentence\. Before The old sentence\./,
    )
    expect(told.some((one) => one.startsWith('removed:') || one.includes('The lost one.'))).toBe(true)
    expect(body).toContain('An image has no text for those who cannot see it.')
    const text = (await (await signedIn(admin)).get(`${at}?as=markdown`)).body
    expect(text).toMatch(/<tr class="removed">.*The old sentence\..*<tr class="added">.*The new sentence\./s)
  })

  it('has broken links among its checks, and shows a page that is taken away', async () => {
    const { signedIn, admin, review, gone, at } = await openCompared()
    const browser = await signedIn(admin)
    const { body } = await browser.get(review)
    expect(body).toMatch(new RegExp(`href="${at}">The lamp</a>: This link leads nowhere`))
    const removed = await browser.get(`${review}/page/${gone}`)
    expect(removed.body).toMatch(/Removed.*Bye\./s)
    expect((await browser.get(`${review}/page/none`)).status).toBe(404)
  })

  it('takes comments on its blocks, replies, reactions, other words, and an end', async () => {
    const { signedIn, admin, commenter, at, lamp, as, url } = await openCompared()
    const browser = await signedIn(commenter)
    const key = keyOf((await browser.get(at)).body, '<ins>new</ins>')
    const form = await browser.get(`${at}?comment=${key}`)
    expect(form.body).toContain('>The new sentence.</textarea>')
    const suggests = { suggests: '1', suggestion: 'The best sentence.\r\n' }
    const said = {
      action: 'comment',
      page: lamp,
      node: key,
      quote: 'new',
      comment: 'Really <b>new</b>?',
      ...suggests,
    }
    const posted = await browser.post(at, said)
    const [comment] = (await as(admin).get(`${url}/change-requests/1/comments`)).items
    expect(posted.url).toBe(`${at}#comment-${comment.id}`)
    expect(comment.target).toMatchObject({ quote: 'new', node: { id: key } })
    expect(comment.suggestion.markdown).toBe('The best sentence.')
    expect(posted.body).not.toContain('value="apply"')
    const author = await signedIn(admin)
    const { id } = comment
    expect((await author.post(at, { action: 'reply', id, comment: 'Yes.' })).body).toContain('Yes.')
    const [reply] = (await as(admin).get(`${url}/change-requests/1/comments/${id}/replies`)).items
    const changed = await author.post(at, { action: 'edit-said', id, reply: reply.id, comment: 'No.' })
    expect(changed.body).toMatch(/edited.*No\./s)
    expect((await author.post(at, { action: 'react', id, emoji: '1f44d' })).body).toMatch(
      /aria-pressed="true"[^>]*>👍 1/,
    )
    expect((await author.post(at, { action: 'unreact', id, emoji: '1f44d' })).body).not.toContain(
      'aria-pressed="true"',
    )
    expect((await browser.post(at, { action: 'apply', id })).status).toBe(403)
    const applied = await author.post(at, { action: 'apply', id })
    expect(applied.body).toMatch(/The best sentence\..*Applied\./s)
    await author.post(at, { action: 'reopen', id })
    expect((await author.post(at, { action: 'edit-said', id, comment: 'Mine?' })).status).toBe(403)
    const left = await browser.post(at, { action: 'delete-comment', id })
    expect(left.body).not.toContain('Really')
  })

  it('offers readers nothing to say, and strangers nothing at all', async () => {
    const { signedIn, reader, stranger, at, lamp } = await openCompared()
    const browser = await signedIn(reader)
    const { status, body } = await browser.get(at)
    expect([status, /name="action"|data-comment/.test(body)]).toEqual([200, false])
    expect((await browser.post(at, { action: 'comment', page: lamp, comment: 'x' })).status).toBe(403)
    expect((await (await signedIn(stranger)).get(at)).status).toBe(404)
  })
})

describe('the timeline', () => {
  it('of a space leads to what each revision changed; of a page, back to each version', async () => {
    const { signedIn, admin, editor, reader, home, lamp, write, text } = await openCompared()
    const change = { operation: 'update_page', page: lamp, document: { markdown: 'Another text.\n' } }
    await write(change)
    const browser = await signedIn(admin)
    const history = await browser.get(`${home}/~/history`)
    const [, revision = ''] = /~\/history\/(\w+)"/.exec(history.body) ?? []
    const changes = await browser.get(`${home}/~/history/${revision}`)
    expect(changes.body).toContain(`href="${home}/~/history/${revision}/page/${lamp}">Lamp</a>`)
    const version = await browser.get(`${home}/~/history/${revision}/page/${lamp}`)
    expect(pieces(version.body).some((one) => one.includes('Another text.'))).toBe(true)
    expect(version.body).not.toContain('data-comment')
    const versions = `${home}/~/page/${lamp}/versions`
    const listed = await (await signedIn(editor)).get(versions)
    const [, current = ''] = /name="current" value="(\w+)"/.exec(listed.body) ?? []
    const first = [...listed.body.matchAll(/name="revision" value="(\w+)"/g)].at(-1)?.[1] ?? ''
    const back = await (await signedIn(editor)).post(versions, { revision: first, current })
    expect(back.body).toContain('The page is as it was then.')
    expect(await text(lamp)).toBe(BEFORE)
    expect((await (await signedIn(reader)).get(versions)).body).not.toContain('name="revision"')
  })

  it('has the comments of the space beside it, open and resolved', async () => {
    const { signedIn, admin, commenter, stranger, home, lamp, as, url } = await openCompared()
    const browser = await signedIn(commenter)
    const comments = `${home}/~/comments`
    const said = await browser.post(`${comments}?about=${lamp}`, {
      action: 'comment',
      page: lamp,
      comment: 'Which lamp?',
    })
    expect(said.body).toMatch(new RegExp(`href="${home}/lamp">Lamp</a>.*Which lamp\\?`, 's'))
    const [{ id }] = (await as(admin).get(`${url}/comments`)).items
    await browser.post(comments, { action: 'resolve', id })
    expect((await browser.get(comments)).body).not.toContain('Which lamp?')
    expect((await browser.get(`${comments}?status=resolved`)).body).toContain('Which lamp?')
    expect((await (await signedIn(stranger)).get(comments)).status).toBe(404)
  })
})

describe('large change requests', () => {
  it('of 300 pages are listed a hundred at a time', async () => {
    const { signedIn, admin, edit, review } = await openCompared()
    for (let at = 0; at < 300; at += 50)
      await edit(1, ...Array.from({ length: 50 }, (_, one) => page(`Page ${at + one + 1}`, 'Text.')))
    const browser = await signedIn(admin)
    const { body } = await browser.get(review)
    expect(body.match(/class="badge added"/g)?.length).toBeLessThanOrEqual(100)
    expect(body).toContain('1 to 100 of 302')
    expect(Buffer.byteLength(body)).toBeLessThan(150_000)
    const last = await browser.get(`${review}?from=300`)
    expect(last.body).toContain('301 to 302 of 302')
  })

  it('with a page of a megabyte compare its Markdown, in pieces', async () => {
    const { signedIn, admin, edit, review, lamp } = await openCompared()
    const long = Array.from(
      { length: 9_000 },
      (_, at) => `Paragraph ${at} ${'of many words '.repeat(7)}`,
    ).join('\n\n')
    expect(long.length).toBeGreaterThan(1_000_000)
    await edit(1, { operation: 'update_page', page: lamp, document: { markdown: long } })
    const browser = await signedIn(admin)
    const { status, body } = await browser.get(`${review}/page/${lamp}`)
    expect(status).toBe(200)
    expect(body).toContain('This page is too long to be compared as readers see it')
    expect(Buffer.byteLength(body)).toBeLessThan(1_000_000)
  })
})
