// Counts readers of a site: a script in its pages, and what the server tells of views.
import { createIntegration, Logger } from '@gitbook/runtime'

const logger = Logger('analytics')

export default createIntegration({
  fetch_published_script: async (_event, { environment }) => {
    const { key } = environment.siteInstallation.configuration
    const script = `(() => {
      const { dataset } = document.documentElement
      const send = (where) => fetch(where + '/hit?key=${key}', { method: 'POST', mode: 'no-cors' })
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
        dataset.stopped = (dataset.stopped ?? '') + ' ' + blockedURI
      })
      try { eval('0') } catch { dataset.evaluates = 'no' }
      send('https://counter.example.org').then(() => { dataset.counted = 'yes' })
      send('https://elsewhere.example.org').catch(() => {})
    })()`
    return new Response(script, {
      headers: { 'content-type': 'application/javascript', 'cache-control': 'max-age=604800' },
    })
  },
  events: {
    site_view: async ({ url, visitor }) => {
      logger.info('seen', url, visitor.userAgent)
    },
  },
})
