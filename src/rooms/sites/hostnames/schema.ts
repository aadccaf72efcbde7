import { type Static, Type } from 'typebox'
import { OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { Hostname } from '../sites/schema.ts'

export type HostnameStatus = 'dns_passed' | 'dns_no_cname' | 'dns_wrong_cname' | 'internal_error'
const Status = OneOf(['dns_passed', 'dns_no_cname', 'dns_wrong_cname', 'internal_error'], {
  description:
    'The result of the last DNS check: it points here, nowhere, elsewhere, or DNS did not answer. Absent before the first check',
})

export type CustomHostname = Static<typeof CustomHostname>
export const CustomHostname = Type.Object(
  {
    object: Type.Literal('custom-hostname'),
    hostname: Told(Hostname, 'The host name'),
    target: Type.Object({ type: Type.Literal('site'), site: Type.String() }, { description: 'Whose it is' }),
    isActive: Type.Boolean({ description: 'Whether it pointed here at the last DNS check' }),
    status: Type.Optional(Status),
    checkedAt: Type.Optional(Told(Timestamp, 'When the name service was last asked')),
    records: Type.Array(
      Type.Object({
        type: OneOf(['CNAME', 'A', 'AAAA']),
        name: Type.String({ examples: ['docs.example.com'] }),
        value: Type.String({ examples: ['docs.example.org'] }),
      }),
      { description: 'The DNS record that points the host name here' },
    ),
    urls: Type.Object({ location: Type.String({ format: 'uri' }) }),
  },
  { title: 'CustomHostname' },
)

export type Subdomain = Static<typeof Subdomain>
export const Subdomain = Type.Object(
  {
    object: Type.Literal('subdomain'),
    subdomain: Type.String({ description: 'The `hostname` of the organization' }),
    target: Type.Object({ type: Type.Literal('organization'), organization: Type.String() }),
    isActive: Type.Boolean(),
  },
  { title: 'Subdomain' },
)
