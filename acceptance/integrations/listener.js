// As the older tools made it: no module, but a listener of fetch events.
import { createIntegration } from '@gitbook/runtime'

const { fetch: handle } = createIntegration({
  fetch: async (request) => new Response(`heard ${new URL(request.url).pathname}`),
})

addEventListener('fetch', (event) => event.respondWith(handle(event.request, {}, event)))
