// The files of a space, and the way from a published page to the editor, in a browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function signIn(path: string) {
  return openSignedIn(sites.browser, sites.server.url, path)
}

describe('the files of a space', () => {
  it('are uploaded, seen, replaced and deleted', async () => {
    const space = await sites.newSpace('Album', { Cover: 'One' })
    const page = await signIn(`/o/${sites.organization.split('/').at(-1)}/s/${space}/~/files`)
    await page.getByText('There are no files yet.').waitFor()
    const send = (name: string) => ({ name, mimeType: 'image/png', buffer: PIXEL })
    await page.getByText('Upload a file').first().click()
    await page.getByLabel('Choose a file.').setInputFiles(send('dot.png'))
    await page.getByRole('button', { name: 'Upload a file' }).click()
    await page.getByText('The file is uploaded.').waitFor()
    await page.getByRole('link', { name: 'dot.png' }).waitFor()
    await page.getByText('image/png · 0.1 kB · 1 × 1').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'Not used' }).click()
    await page.getByLabel('Actions for “dot.png”').click()
    await page.getByLabel('File', { exact: true }).setInputFiles(send('other.png'))
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByText('The file is replaced.').waitFor()
    await page.getByLabel('Actions for “dot.png”').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The file is deleted.').waitFor()
    await page.getByText('There are no files yet.').waitFor()
    await page.context().close()
  })
})

describe('a published page', () => {
  it('has a way to the editor for members, and is the same for everybody', async () => {
    const space = await sites.newSpace('Manual', { Start: 'Welcome.', Setup: 'Run it.' })
    const { home } = await sites.newSite('Manual', [space])
    const page = await signIn('/o')
    await page.goto(`${home}setup`)
    const cookies = await page.context().cookies()
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const texts = await Promise.all(
      ['', header].map(async (cookie) => (await fetch(`${home}setup`, { headers: { cookie } })).text()),
    )
    expect(texts[0]).toBe(texts[1])
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Text of the page' }).getByText('Run it.').waitFor()
    await page.context().close()
    const visitor = await sites.browser.newPage()
    await visitor.goto(`${home}setup`)
    await visitor.getByText('Run it.').waitFor()
    expect(await visitor.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
    await visitor.close()
  })
})
