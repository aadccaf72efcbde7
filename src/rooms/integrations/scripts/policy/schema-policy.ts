import { type Static, Type } from 'typebox'
import { OneOf, Timestamp, Told } from '../../../../kit/http/operations/shapes.ts'

/** What of the policy of a page can be widened. Whatever protects the page itself can not. */
export const DIRECTIVES = [
  ...(['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'] as const),
  ...(['media-src', 'frame-src', 'worker-src'] as const),
]

const DirectiveShape = OneOf(DIRECTIVES, {
  description: 'The directive for the host, as in a Content-Security-Policy',
  examples: ['script-src'],
})
const Host = Type.String({
  maxLength: 253,
  pattern: '^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+(:[0-9]{1,5})?$',
  description: 'Host name, used with https or wss; the prefix `*.` matches all subdomains',
  examples: ['widget.example.org'],
})
const Mode = OneOf(['declared', 'hosts', 'everything'], {
  description:
    '`declared`: hosts that the integration declares. `hosts`: those and the ones listed here. `everything`: any host, over https. Be careful with the last: whoever controls the script, or a host it loads from, can then load any code into the pages of this site, read what visitors of it read there, and send that anywhere. A page has one policy, so other scripts on the site may use what is allowed to one. Code that stands in the page itself stays blocked',
  examples: ['hosts'],
})
const AllowedHosts = Type.Array(Type.Object({ directive: DirectiveShape, host: Host }), {
  maxItems: 100,
  description: 'Allowed hosts in addition to those that the integration declares; only with `hosts`',
})

export type ScriptPolicyChanges = Static<typeof ScriptPolicyChanges>
export const ScriptPolicyChanges = Type.Object({ mode: Mode, hosts: Type.Optional(AllowedHosts) })

export type ScriptPolicy = Static<typeof ScriptPolicy>
export const ScriptPolicy = Type.Object(
  {
    object: Type.Literal('site-script-policy'),
    mode: Mode,
    hosts: AllowedHosts,
    declared: Type.String({
      description: 'The hosts that the integration declares',
      examples: ['script-src https://cdn.example.org'],
    }),
    blocked: Type.Array(
      Type.Object({
        directive: DirectiveShape,
        host: Type.String({ examples: ['widget.example.org'] }),
        reports: Type.Integer({ description: 'How often browsers reported it', examples: [12] }),
        firstAt: Timestamp,
        lastAt: Timestamp,
        isAllowed: Type.Boolean({ description: 'Whether it is allowed by now', examples: [false] }),
      }),
      {
        description:
          'Reports of browsers in the last 30 days, the most frequent first. Anyone can send such reports: check who owns a host before you allow it',
      },
    ),
    updatedAt: Type.Optional(Told(Timestamp, 'When the policy was last changed')),
  },
  { title: 'SiteScriptPolicy' },
)
