// Integrations for tests: published, installed, with a script that writes down what it is told.
import { openSpace, page } from './pages.ts'

export const SCOPES = ['space:content:read', 'site:script:inject']

/** A script that says on its console what it was told, and answers requests, renders and scripts for sites. */
export const RECORDER = `
export default {
  async fetch(request) {
    const form = await request.formData()
    const event = JSON.parse(await form.get('event'))
    const environment = JSON.parse(await form.get('environment'))
    console.log(event.type, JSON.stringify({ event, configuration: environment.installation?.configuration }))
    const json = (value) => Response.json(value)
    switch (event.type) {
      case 'fetch':
        return json({ url: event.request.url, environment, body: form.get('fetch-body') && await form.get('fetch-body').text() })
      case 'fetch_published_script':
        return new Response('window.recorded = ' + JSON.stringify(environment.siteInstallation?.configuration ?? {}))
      case 'ui_render':
        return json({ type: 'element', element: { type: 'block', children: [] }, props: event.props, state: {} })
      case 'installation_setup':
      case 'installation_deleted':
      case 'space_installation_setup':
      case 'space_content_updated':
      case 'task':
        return new Response('OK')
      default:
        return new Response('', { status: 406 })
    }
  }
}`

let made = 0

/** An organization with a space, and an integration that it published. */
export async function openIntegration(more: object = {}) {
  const opened = await openSpace()
  const { as, admin, organization } = opened
  const name = `recorder-${process.pid}-${made++}`
  const url = `/v1/integrations/${name}`
  const publication = {
    title: 'Recorder',
    description: 'Writes down what it is told.',
    scopes: SCOPES,
    script: RECORDER,
    organization: organization.id,
    ...more,
  }
  const publish = (changes: object = {}) => as(admin).post(url, { ...publication, ...changes }, 200)
  await publish()
  const install = () => as(admin).post(`${url}/installations`, { organization: organization.id }, 201)
  /** What the script was told, oldest first. */
  const told = async () => {
    const { items } = await as(admin).get(`${url}/events`)
    return items.reverse()
  }
  return { ...opened, name, integration: url, publish, install, told, page }
}
