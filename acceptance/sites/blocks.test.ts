// Blocks that integrations draw, as readers of a site meet them in a real browser.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Site, type Sites, seriousFindings } from '../sites.ts'

/** A folder for pictures of what the tests see, for people to look at. */
const PICTURES = process.env.QUIRE_TEST_PICTURES

const SCRIPT = `
const FRAME = \`<!doctype html><body style="font:16px sans-serif"><p id="told">Nothing told</p><script>
  const say = (action) => parent.postMessage({ action }, '*')
  addEventListener('message', ({ data }) => {
    document.getElementById('told').textContent = 'Told ' + data.state.name
    say({ action: '@webframe.resize', size: { height: 80 } })
  })
  say({ action: '@webframe.ready' })
</script>\`
const text = (children, style) => ({ type: 'text', children: [children], style })
const button = (label, onPress, style) => ({ type: 'button', label, onPress, style })
export default {
  async fetch(request) {
    const form = await request.formData()
    const event = JSON.parse(await form.get('event'))
    const { integration } = JSON.parse(await form.get('environment'))
    if (event.type === 'fetch') return new Response(FRAME, { headers: { 'content-type': 'text/html' } })
    if (event.type !== 'ui_render') return new Response('', { status: 406 })
    const { action, props, componentId } = event
    const state = { count: 0, name: 'Kim', ...event.state }
    if (componentId === 'rename') {
      if (action?.action === 'save') return Response.json({ type: 'complete', returnValue: { name: state.fresh } })
      const element = {
        type: 'modal', title: 'Another name', submit: button('Save', { action: 'save' }, 'primary'),
        children: [{ type: 'input', label: 'Name', element: { type: 'textinput', state: 'fresh' } }],
      }
      return Response.json({ type: 'element', element, state: { fresh: '' }, props })
    }
    if (action?.action === 'add') state.count += 1
    if (action?.action === 'break') throw new Error('broken')
    if (action?.action === '@ui.modal.close') state.name = action.returnValue.name
    const children = [
      {
        type: 'card', title: 'Keepers of the light', hint: 'Drawn by an integration', icon: 'star',
        buttons: [button('Add', { action: 'add' }, 'primary'), button('Rename', { action: '@ui.modal.open', componentId: 'rename', props: {} })],
        children: [
          { type: 'markdown', content: '**' + state.count + '** watches kept by *' + state.name + '*.' },
          { type: 'input', label: 'At night', hint: 'From dusk to dawn', element: { type: 'switch', state: 'night', initialValue: true } },
          { type: 'input', label: 'Lamp', element: { type: 'select', state: 'lamp', options: [{ id: 'oil', label: 'Oil' }, { id: 'gas', label: 'Gas' }], onValueChange: { action: 'add' } } },
        ],
      },
      { type: 'hint', children: [text('The lamp burns ', undefined), text(state.lamp || 'nothing', 'bold')] },
      { type: 'codeblock', syntax: 'javascript', content: 'const watches = ' + state.count },
      { type: 'hstack', children: [button('Break', { action: 'break' }, 'danger'), button('Read on', { action: '@ui.url.open', url: 'https://example.org/' })] },
      { type: 'webframe', aspectRatio: 3, source: { url: integration.urls.publicEndpoint + '/frame' }, data: { name: { $state: 'name' } } },
    ]
    return Response.json({ type: 'element', element: { type: 'block', children }, state, props })
  }
}`

let sites: Sites
let site: Site

beforeAll(async () => {
  sites = await openSites()
  const { api, organization, newSpace, newSite } = sites
  const space = await newSpace('Guide', { Home: '## The watch\n\n{% @keepers/watch %}\n\nThat was it.\n' })
  site = await newSite('Lighthouse', [space])
  const { id } = await api('GET', organization)
  await api('POST', '/v1/integrations/keepers', {
    title: 'Keepers',
    description: 'Counts watches.',
    scopes: [],
    organization: id,
    script: SCRIPT,
  })
  const installation = await api('POST', '/v1/integrations/keepers/installations', { organization: id })
  await api('POST', `/v1/integrations/keepers/installations/${installation.id}/spaces`, { space })
  // The first reader does not wait for as long as a script may need to start.
  await until(async () => (await (await fetch(site.home)).text()).includes('watches kept by'))
}, 900_000)

afterAll(() => sites?.close())

async function picture(page: Page, name: string) {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
}

it('they are drawn, and answer to what readers do', async () => {
  const { page, complaints } = await sites.read(site.home)
  const block = page.locator('.kit').first()
  await expect.poll(() => block.innerText()).toContain('0 watches kept by Kim')
  await expect.poll(() => page.frameLocator('.kit iframe').locator('#told').innerText()).toBe('Told Kim')
  await picture(page, 'block')
  await block.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => block.innerText()).toContain('1 watches')
  await block.getByLabel('Lamp').selectOption('gas')
  await expect.poll(() => block.innerText()).toContain('The lamp burns gas')
  await block.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Robin')
  await picture(page, 'block-dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => block.innerText()).toContain('2 watches kept by Robin')
  await expect.poll(() => page.frameLocator('.kit iframe').locator('#told').innerText()).toBe('Told Robin')
  expect(complaints).toEqual([])
  await block.getByRole('button', { name: 'Break' }).click()
  await expect.poll(() => block.getByRole('alert').innerText()).toContain('did not work')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await picture(page, 'block-dark')
})

it('they can be read without scripts of ours, and on a small screen', async () => {
  const without = await sites.read(site.home, { javaScriptEnabled: false })
  expect(await without.page.locator('.kit').innerText()).toContain('0 watches kept by Kim')
  expect(await without.page.getByRole('button', { name: 'Add' }).count()).toBe(0)
  const { page } = await sites.read(site.home, { viewport: { width: 360, height: 700 }, bypassCSP: true })
  await picture(page, 'block-small')
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide).toBe(false)
  expect(await seriousFindings(page)).toEqual([])
})
