// Collections and where spaces are in them, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

async function openShelves() {
  const services = await openSpace()
  const { app, organization, space, admin, as } = services
  let browsers = 0
  const signedIn = async ({ token }: Pick<Person, 'token'>) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const home = `/o/${organization.id}`
  const browser = await signedIn(admin)
  const newCollection = async (title: string, parent = '') => {
    const { url } = await browser.post(home, { action: 'collection', title, parent })
    return { url, id: url.split('/').at(-1) ?? '' }
  }
  const settings = `${home}/s/${space.id}/~/settings`
  const { title, editMode } = await as(admin).get(`/v1/spaces/${space.id}`)
  const about = { title, editMode, emoji: '', language: '' }
  return { ...services, signedIn, browser, home, settings, about, newCollection, client: as(admin) }
}

describe('a collection', () => {
  it('is made, named, put into another, and seen while it is empty', async () => {
    const { browser, home, newCollection, client } = await openShelves()
    const [handbooks, rules] = [await newCollection('Handbooks'), await newCollection('Rules')]
    expect((await browser.get(home)).body).toContain(`href="${rules.url}"`)
    await browser.post(rules.url, { action: 'save', title: 'House rules', parent: handbooks.id })
    const moved = await client.get(`/v1/collections/${rules.id}`)
    expect(moved).toMatchObject({ title: 'House rules', parent: handbooks.id })
    const { body } = await browser.get(handbooks.url)
    expect(body).toContain('House rules')
    // What is in it is no place for it.
    expect(/<select id="parent".*?<\/select>/s.exec(body)?.[0]).not.toContain(rules.id)
    await browser.post(rules.url, { action: 'save', title: 'House rules', parent: '' })
    expect((await client.get(`/v1/collections/${rules.id}`)).parent).toBeUndefined()
  })

  it('takes its spaces to the trash', async () => {
    const { browser, home, settings, about, space, newCollection } = await openShelves()
    const { id, url } = await newCollection('Handbooks')
    await browser.post(settings, { ...about, parent: id })
    expect((await browser.get(url)).body).toContain(`/s/${space.id}`)
    expect((await browser.post(url, { action: 'delete' })).url).toBe(home)
    expect((await browser.get(url)).status).toBe(404)
    expect((await browser.get(`${home}/~trash`)).body).toContain('Guide')
  })

  it('is read by all, and changed by its admins', async () => {
    const { signedIn, newMember, home, newCollection } = await openShelves()
    const { url } = await newCollection('Handbooks')
    const browser = await signedIn(await newMember('reader', 'read'))
    expect((await browser.get(home)).body).not.toContain('New collection')
    expect((await browser.get(url)).body).not.toContain('name="action"')
    expect((await browser.post(url, { action: 'delete' })).status).toBe(403)
  })
})

describe('a space', () => {
  it('is put into a collection and taken out again', async () => {
    const { browser, settings, about, space, newCollection, client } = await openShelves()
    const { id } = await newCollection('Handbooks')
    const parent = async () => (await client.get(`/v1/spaces/${space.id}`)).parent
    await browser.post(settings, { ...about, parent: id })
    expect(await parent()).toBe(id)
    expect((await browser.get(settings)).body).toContain(`value="${id}" selected`)
    await browser.post(settings, { ...about, parent: '' })
    expect(await parent()).toBeUndefined()
  })

  it('is copied with its pages', async () => {
    const { browser, settings, write, client, space } = await openShelves()
    await write(page('Lamp'))
    const { url } = await browser.post(settings, { action: 'copy' })
    const [, copy] = /\/s\/([^/]+)\/~\/settings$/.exec(url) ?? []
    expect(copy).not.toBe(space.id)
    const { pages } = await client.get(`/v1/spaces/${copy}/content/pages`)
    expect(pages.map(({ title }: { title: string }) => title)).toContain('Lamp')
  })
})
