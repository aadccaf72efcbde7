// Integrations for tests: published, installed, with a script that writes down what it is told.
import { openSpace, page } from './pages.ts'
import { RECORDER, SCOPES } from './recorder.ts'

let made = 0

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
