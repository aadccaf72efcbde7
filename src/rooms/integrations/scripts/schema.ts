import { type Static, Type } from 'typebox'
import { Open } from '../../../kit/http/operations/shapes.ts'

const Plain = (description: string, example: object) =>
  Open<Record<string, unknown>>({ description, examples: [example] })

export type RenderContext = { type: string; organizationId?: string; spaceId?: string; siteId?: string }
const RenderContextShape = Type.Unsafe<RenderContext>({
  description:
    'Where it is shown: in a document of a space, or in the configuration of an organization, space or site',
  examples: [{ type: 'document', theme: 'light', spaceId: '01kx6m5d4f0h6k2n8q4s1v7x3z', editable: false }],
  type: 'object',
  additionalProperties: true,
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      description: 'What it is shown in',
      enum: [
        'configuration_account',
        'configuration_space',
        'configuration_site',
        'configuration_contentsource',
        'document',
      ],
    },
    theme: { type: 'string', enum: ['dark', 'light'], description: 'How the page around it looks' },
    organizationId: {
      type: 'string',
      maxLength: 100,
      description: 'For the configuration of an organization; optional for a site',
    },
    spaceId: {
      type: 'string',
      maxLength: 100,
      description: 'For a document, or the configuration of a space',
    },
    siteId: { type: 'string', maxLength: 100, description: 'For the configuration of a site' },
    editable: { type: 'boolean', description: 'Whether the viewer can edit it' },
  },
})

export type RenderRequest = Static<typeof RenderRequest>
export const RenderRequest = Type.Object({
  componentId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the component in the script',
    examples: ['chart'],
  }),
  props: Plain('Properties of the component', { words: 12 }),
  state: Type.Optional(Plain('The previous state of the component', { isOpen: true })),
  context: RenderContextShape,
  action: Type.Optional(Plain('The action of the user', { action: 'open' })),
})

export const EncodedRenderRequest = Type.Object({
  request: Type.String({
    minLength: 1,
    maxLength: 64 * 1024,
    description: 'The same as in the body of the POST: as JSON, in base64 or plain',
  }),
})

export const RenderOutput = Type.Unsafe<object>({
  title: 'ContentKitRenderOutput',
  type: 'object',
  additionalProperties: true,
  description: 'The answer of the script: an element to show, or that it is done',
  examples: [
    {
      type: 'element',
      element: { type: 'block', children: [{ type: 'text', children: ['12 words'] }] },
      state: { isOpen: true },
      props: { words: 12 },
    },
  ],
})

export type SiteIntegrationScript = Static<typeof SiteIntegrationScript>
export const SiteIntegrationScript = Type.Object(
  {
    script: Type.String({ examples: ['https://docs.example.org/scripts/analytics.js'] }),
    contentSecurityPolicy: Type.Optional(
      Type.String({ examples: ["script-src 'self' https://docs.example.org"] }),
    ),
    cookies: Type.Boolean({ description: 'Whether it may use cookies', examples: [false] }),
  },
  { title: 'SiteIntegrationScript' },
)
