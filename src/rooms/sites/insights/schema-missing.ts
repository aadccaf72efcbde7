import { type Static, Type } from 'typebox'
import { OneOf } from '../../../kit/http/operations/shapes.ts'

const MissingRange = OneOf(['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'], {
  description: 'Which days to count, in UTC. Defaults to `last30Days`',
})
export type MissingRange = Static<typeof MissingRange>

export const MissingQuery = Type.Object({ range: Type.Optional(MissingRange) })

export type SiteMissingPage = Static<typeof SiteMissingPage>
export const SiteMissingPage = Type.Object(
  {
    object: Type.Literal('site-missing-page'),
    path: Type.String({ description: 'The path below the site', examples: ['/guides/set-up'] }),
    times: Type.Integer({ description: 'How often visitors asked for it', examples: [42] }),
    lastDay: Type.String({
      format: 'date',
      description: 'The last day on which they did',
      examples: ['2026-11-18'],
    }),
    referrers: Type.Array(
      Type.String({
        description: 'The path of a page on the same host, or the name of another host',
        examples: ['forum.example.org'],
      }),
      { description: 'Where links to it are, the most used first; at most five' },
    ),
  },
  { title: 'SiteMissingPage' },
)
