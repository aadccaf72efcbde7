// Integrations for tests: published, installed, with a script that writes down what it is told.

import { RECORDER, SCOPES } from './counterparts/recorder.ts'
import { openSpace, page } from './pages.ts'

let made = 0

type Client = ReturnType<Awaited<ReturnType<typeof openSpace>>['as']>

/** An integration that signs visitors in, published and installed by one organization; its name. */
export async function installSignIn(client: Client, organizationId: string) {
  const name = `sign-in-${process.pid}-${made++}`
  const url = `/v1/integrations/${name}`
  const about = { title: 'Sign-in', description: 'Signs visitors in.', scopes: ['site:visitor:auth'] }
  const script = `export default { fetch: () => new Response('', { status: 406 }) }`
  await client.post(url, { ...about, script, organization: organizationId }, 200)
  await client.post(`${url}/installations`, { organization: organizationId }, 201)
  return name
}

/** An organization with a space, and an integration that it published. */
export async function openIntegration(more: object = {}) {
  const opened = await openSpace()
  const { as, admin, organization } = opened
  const name = `recorder-${process.pid}-${made++}`
  const url = `/v1/integrations/${name}`
  const publication = {
    title: 'Recorder',
    description: 'Writes down what it is told.',
    scopes: SCOPES,
    script: RECORDER,
    organization: organization.id,
    ...more,
  }
  const publish = (changes: object = {}) => as(admin).post(url, { ...publication, ...changes }, 200)
  await publish()
  const install = () => as(admin).post(`${url}/installations`, { organization: organization.id }, 201)
  /** What the script was told, oldest first. */
  const told = async () => {
    const { items } = await as(admin).get(`${url}/events`)
    return items.reverse()
  }
  return { ...opened, name, integration: url, publish, install, told, page }
}
