// What the author of an integration writes: bundled by src/world/scripts/integration.test.ts.
import { createComponent, createIntegration, Logger } from '@gitbook/runtime'

const logger = Logger('hello')
const greeting = createComponent({
  componentId: 'greeting',
  initialState: (props) => ({ count: props.from }),
  action: async (element, action) => ({ state: { count: element.state.count + action.by } }),
  render: async (element) => ({
    type: 'block',
    children: [{ type: 'text', children: [`No. ${element.state.count}`] }],
  }),
})
export default createIntegration({
  components: [greeting],
  fetch: async (request, context) => {
    const { pathname } = new URL(request.url)
    const asked = { path: pathname, body: await request.text(), key: context.environment.secrets.KEY }
    return Response.json(asked, { status: 202 })
  },
  events: {
    space_content_updated: async (event, context) => {
      logger.info('updated', event.spaceId)
      const { data } = await context.api.spaces.getSpaceById(event.spaceId)
      logger.info('title', data.title)
      context.waitUntil(Promise.resolve().then(() => logger.info('later')))
    },
  },
})
