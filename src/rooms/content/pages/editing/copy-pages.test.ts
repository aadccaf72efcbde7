import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const LAMP = { name: 'lamp.png', base64: 'eA==', contentType: 'image/png' }
const TEXT = `Run the  *installer*, as [Start](start.md) says; see [nothing](gone.md) and [here](#more).

![A lamp](.gitbook/assets/lamp.png)

{% include ".gitbook/includes/note.md" %}

## More

{% if visitor.claims.x %}Only [some](start.md?tab=2#one) read this{% endif %}
`

/** A space with a page that links to all there is, and another space to copy it to. */
async function openSpaces() {
  const h = await openSpace()
  const me = h.as(h.admin)
  await me.post(`${h.url}/content`, { changes: [{ operation: 'insert_files', files: [LAMP] }] })
  await h.write({
    operation: 'insert_reusable_content',
    title: 'Note',
    document: { markdown: 'See [Start](../../start.md).\n' },
  })
  const [start, { page: setup }] = await h.write(page('Start'), page('Setup', TEXT, { description: 'How.' }))
  await h.write(page('Linux', '[Up](../setup.md)\n', { into: setup.id }))
  const far = await me.post(`${h.organization.url}/spaces`, { title: 'Far' }, 201)
  const content = `/v1/spaces/${far.id}/content`
  await me.post(content, { changes: [page('Start', 'Elsewhere.'), page('Setup', 'There already.')] })
  await me.post(content, { changes: [{ operation: 'insert_files', files: [{ ...LAMP, base64: 'eQ==' }] }] })
  const copy = (more: object = {}, code?: number) =>
    me.post(
      content,
      { changes: [{ operation: 'copy_page', space: h.space.id, page: setup.id, ...more }] },
      code,
    )
  return { ...h, me, far, content, setup: setup.id, start: start.page.id, copy }
}

describe('a copy of a page', () => {
  it('in another space has what is below it, what it shows, and every other byte of its text', async () => {
    const { me, content, text, titles, copy, setup, start, space, services } = await openSpaces()
    const { changes, insertedFiles } = await copy()
    expect(insertedFiles).toMatchObject([{ name: 'lamp (1).png', size: 1 }])
    expect(await titles(content)).toBe('Start Setup Setup[Linux]')
    const made = (await me.get(`${content}/pages`)).pages[2]
    expect(changes).toMatchObject([{ object: 'created_page', page: { id: made.id } }])
    expect(made).toMatchObject({ slug: 'setup-1', description: 'How.' })
    const address = services.links.of(`/s/${space.id}/${start}`)
    const original = await text(setup)
    expect(original).toContain('(../start.md)')
    expect(await text(made.id, content)).toBe(
      original
        .replace('../start.md', address)
        .replace('../start.md?tab=2', address)
        .replace('lamp.png', 'lamp%20%281%29.png'),
    )
    expect(await text(made.pages[0].id, content)).toBe('[Up](README.md)\n')
    const { document } = await me.get(`${content}/page/${made.id}?format=document`)
    const [{ data }] = document.nodes.filter(({ type }: { type: string }) => type === 'reusable-content')
    const note = await me.get(`${content}/reusable-contents/${data.ref.reusableContent}?format=markdown`)
    expect(note).toMatchObject({ title: 'Note', markdown: `See [Start](${address}).\n` })
  })

  it('takes the links to it along when the page is deleted, with those of pages below it', async () => {
    const { me, far, copy, write, edit, open, merge, text, setup, services, url } = await openSpaces()
    const [{ page: guide }, { page: other }] = await write(
      page('Guide', 'See  [Setup](setup.md#more), [Linux](setup/linux.md) and *[Start](start.md)*.'),
      page('Other', 'Nothing'),
    )
    const [hint] = await write({
      operation: 'insert_reusable_content',
      title: 'Hint',
      document: { markdown: '[Setup](../../setup.md)\n' },
    })
    const { changes } = await copy()
    const [{ copies }] = changes
    expect(Object.keys(copies)).toHaveLength(2)
    expect(copies[setup]).toBe(changes[0].page.id)
    const linux = Object.keys(copies).find((id) => id !== setup) ?? ''
    const movedTo = { space: far.id, pages: copies }
    const at = (id: string) => services.links.of(`/s/${far.id}/${id}`)
    await open()
    const request = `${url}/change-requests/1/content`
    await edit(
      1,
      { operation: 'update_page', page: other.id, document: { markdown: 'To [Setup](setup.md).' } },
      { operation: 'delete_page', page: setup, movedTo },
    )
    expect(await text(guide.id)).toContain('setup.md')
    expect(await text(guide.id, request)).toBe(
      `See  [Setup](${at(copies[setup])}#more), [Linux](${at(copies[linux])}) and *[Start](start.md)*.`,
    )
    expect(await text(other.id, request)).toBe(`To [Setup](${at(copies[setup])}).`)
    await merge(1)
    expect(await text(guide.id)).toContain(`${at(copies[setup])}#more`)
    const { markdown } = await me.get(
      `${url}/content/reusable-contents/${hint.reusableContent}?format=markdown`,
    )
    expect(markdown).toBe(`[Setup](${at(copies[setup])})\n`)
  })

  it('is not said to be in a space that whoever deletes it cannot see', async () => {
    const { me, url, setup, titles } = await openSpaces()
    const { space } = await openSpace()
    const movedTo = { space: space.id, pages: { [setup]: setup } }
    const changes = [{ operation: 'delete_page', page: setup, movedTo }]
    expect((await me.post(`${url}/content`, { changes }, 404)).error.message).toContain('movedTo.space')
    expect(await titles()).toContain('Setup')
  })

  it('in its own space leads where it led, and shares what it shows', async () => {
    const { me, url, text, titles, write, setup } = await openSpaces()
    const [{ page: made }] = await write({
      operation: 'copy_page',
      page: setup,
      at: 0,
      title: 'Copy of Setup',
    })
    expect(await titles()).toBe('Copy of Setup[Linux] Start Setup[Linux]')
    expect(await me.get(`${url}/content/page/${made.id}`)).toMatchObject({ slug: 'copy-of-setup' })
    expect(await text(made.id)).toBe(await text(setup))
    expect((await me.get(`${url}/content/files`)).items).toHaveLength(1)
    await write({ operation: 'copy_page', page: setup, into: setup })
    expect(await titles()).toBe('Copy of Setup[Linux] Start Setup[Linux Setup[Linux]]')
  })

  it('may be of an earlier revision, and of what a change request proposes', async () => {
    const { me, url, content, open, edit, text, titles, copy, setup } = await openSpaces()
    const { revision: before } = await me.get(url)
    const { number } = await open()
    await edit(number, { operation: 'update_page', page: setup, document: { markdown: 'Proposed' } })
    const { revision } = await me.get(`${url}/change-requests/${number}`)
    await copy({ revision })
    await copy({ revision: before, at: 0 })
    expect(await titles(content)).toBe('Setup[Linux] Start Setup Setup[Linux]')
    const { pages } = await me.get(`${content}/pages`)
    expect(await text(pages[3].id, content)).toBe('Proposed')
    expect(await text(pages[0].id, content)).toContain('installer')
  })

  it('is refused where the copier cannot read, where nothing is, and where it would stand too deep', async () => {
    const { as, newMember, me, url, content, far, space, setup, copy } = await openSpaces()
    expect(await copy({ page: space.id }, 404)).toMatchObject({
      error: { message: expect.stringContaining('changes.0.page') },
    })
    expect(await copy({ revision: setup }, 404)).toMatchObject({
      error: { message: expect.stringContaining('changes.0.revision') },
    })
    expect(await copy({ space: setup }, 404)).toMatchObject({
      error: { message: expect.stringContaining('changes.0.space') },
    })
    const levels = Array.from({ length: 29 }, (_, at) =>
      page(`Level ${at}`, '', { ref: `${at}`, ...(at > 0 && { into: `${at - 1}` }) }),
    )
    const { changes: chain } = await me.post(content, { changes: levels })
    expect(await copy({ into: chain[28].page.id }, 409)).toMatchObject({
      error: { message: expect.stringContaining('level 31') },
    })
    const guest = await newMember('Guest', null)
    await me.post(`/v1/spaces/${far.id}/permissions`, { users: [guest.id], role: 'edit' }, 204)
    const changes = [{ operation: 'copy_page', space: space.id, page: setup }]
    await as(guest).post(content, { changes }, 404)
    await me.post(`${url}/permissions`, { users: [guest.id], role: 'read' }, 204)
    await as(guest).post(content, { changes })
  })
})
