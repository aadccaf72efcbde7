// Shows how many words something has, and reads what changed in a space.
import { createComponent, createIntegration, Logger } from '@gitbook/runtime'

const logger = Logger('words')

const count = createComponent({
  componentId: 'count',
  initialState: (props) => ({ words: props.text.split(' ').length }),
  action: async (element, { action, text }) => {
    if (action !== 'add') return element
    return { state: { words: element.state.words + text.split(' ').length } }
  },
  render: async ({ state }) => ({
    type: 'block',
    children: [{ type: 'text', children: [`${state.words} words`] }],
  }),
})

export default createIntegration({
  components: [count],
  events: {
    space_content_updated: async ({ spaceId, revisionId }, { api }) => {
      const { data } = await api.spaces.getRevisionById(spaceId, revisionId)
      logger.info(`pages: ${data.pages.map(({ title }) => title).join(', ')}`)
      await api.spaces.getSpaceById(spaceId).catch((error) => logger.info(`space: ${error.code}`))
    },
  },
})
