// Where the content of a space comes from, and how it was: in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../test/pages.ts'
import { openSyncedSpace } from '../../../test/repositories.ts'
import type { Person } from '../../../test/services.ts'

type Opened = Pick<Awaited<ReturnType<typeof openSpace>>, 'app' | 'organization' | 'space'>

function consoleOf({ app, organization, space }: Opened) {
  let browsers = 0
  return {
    home: `/o/${organization.id}/s/${space.id}`,
    signedIn: async ({ token }: Person) => {
      browsers += 1
      const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
      await browser.post('/o/~sign-in?token=', { token })
      return browser
    },
  }
}

describe('the history of a space', () => {
  it('leads to every version, and back to it', async () => {
    const opened = await openSpace()
    const { home, signedIn } = consoleOf(opened)
    const { write, admin, reader, titles, url, as } = opened
    await write(page('One'))
    const { revision: before } = await as(admin).get(url)
    await write(page('Two'))
    const browser = await signedIn(admin)
    const history = await browser.get(`${home}/~/history`)
    expect(history.body).toMatch(/Current.*Look at it.*Restore/s)
    expect(history.body).toContain(`href="${home}/~/revisions/${before}"`)
    const { revision: current } = await as(admin).get(url)
    const restored = await browser.post(`${home}/~/history`, { revision: before, current })
    expect(restored.body).toContain('The space is as it was then')
    expect(await titles()).toBe('One')
    const late = await browser.post(`${home}/~/history`, { revision: before, current })
    expect(late.status).toBe(409)
    const others = await signedIn(reader)
    expect((await others.get(`${home}/~/history`)).body).not.toContain('Restore this version')
    expect((await others.post(`${home}/~/history`, { revision: current, current })).status).toBe(403)
  })
})

describe('an import', () => {
  it('takes a file of the device, and says what it brought', async () => {
    const opened = await openSpace()
    const { home, signedIn } = consoleOf(opened)
    const { admin, reader, titles } = opened
    const browser = await signedIn(admin)
    const file = new File(['# Lamp\n\nTrim the *wick*.\n'], 'lamp.md', { type: 'text/markdown' })
    const done = await browser.upload(`${home}/~/import`, { file })
    expect(done.body).toContain('1 page or file imported')
    expect(await titles()).toContain('Lamp')
    const broken = new File(['not a zip'], 'pages.zip', { type: 'application/zip' })
    const refused = await browser.upload(`${home}/~/import`, { file: broken })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.body).toContain('role="alert"')
    const reading = await (await signedIn(reader)).upload(`${home}/~/import`, { file })
    expect(reading.status).toBe(403)
  })

  it('reads no file of anybody who is not signed in', async () => {
    const opened = await openSpace()
    const { home } = consoleOf(opened)
    const file = new File(['# Lamp'], 'lamp.md', { type: 'text/markdown' })
    const { url } = await openBrowser(opened.app).upload(`${home}/~/import`, { file })
    expect(url).toBe('/o/~sign-in')
    expect(await opened.titles()).toBe('')
  })
})

describe('a repository', () => {
  it('is brought in and written back, with what happened', async () => {
    const synced = await openSyncedSpace({ 'README.md': '# Home\n', 'lamp.md': '# Lamp\n' })
    const { home, signedIn } = consoleOf(synced)
    const { admin, editor, remote, drain, titles, write, tree, tip } = synced
    const browser = await signedIn(admin)
    const { username: user, password: token, origin, pathname } = new URL(remote.url)
    const form = { url: origin + pathname, branch: 'main', directory: '', user, token, message: 'From here' }
    const started = await browser.post(`${home}/~/git`, { ...form, action: 'import' })
    expect(started.body).toContain('Running')
    expect(started.headers.refresh).toMatch(/^3;url=\/o\//)
    expect(started.body).not.toContain(token)
    await drain()
    const done = await browser.get(`${home}/~/git`)
    expect(done.body).toMatch(/Import<.*Done/s)
    expect(done.headers.refresh).toBeUndefined()
    expect(await titles()).toContain('Lamp')
    const before = await tree(await tip())
    await write(page('Wick'))
    await browser.post(`${home}/~/git`, { ...form, action: 'export' })
    await drain()
    expect((await browser.get(`${home}/~/git`)).body).toMatch(/Export<.*Done/s)
    expect(await tree(await tip())).not.toBe(before)
    const others = await signedIn(editor)
    expect((await others.get(`${home}/~/git`)).body).not.toContain('name="action"')
    expect((await others.post(`${home}/~/git`, { ...form, action: 'import' })).status).toBe(403)
  })
})
