// The script of an integration that writes down what it is told.
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
      case 'space_installation_deleted':
      case 'space_content_updated':
      case 'task':
        return new Response('OK')
      default:
        return new Response('', { status: 406 })
    }
  }
}`
