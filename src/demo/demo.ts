import type { UserRow } from '../rooms/people/identity/store.ts'
import type { Services } from '../services.ts'
import { talk } from './discussion.ts'
import { type Company, foundCompany } from './people.ts'
import { makeProposals, type Proposals } from './proposals.ts'
import { type DemoSite, publishSites } from './publish-sites.ts'
import { type DemoLibrary, fillShelves } from './shelves.ts'

export type Demo = { company: Company; library: DemoLibrary; proposals: Proposals; sites: DemoSite[] }

/** Makes an organization that looks lived in. Everything goes through the verbs behind the API, as the people in it. */
export async function makeDemo(
  services: Services,
  { admin, title }: { admin: UserRow; title: string },
  onProgress: (what: string) => void,
): Promise<Demo> {
  onProgress(`founding ${title}`)
  const company = await foundCompany(services, admin, title)
  const library = await fillShelves(company, onProgress)
  onProgress('opening change requests')
  const proposals = await makeProposals(company, library)
  onProgress('talking about it')
  await talk(company, library, proposals)
  onProgress('publishing sites')
  const sites = await publishSites(company, library)
  return { company, library, proposals, sites }
}
