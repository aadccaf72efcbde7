import { SignJWT } from 'jose'
import { page, spaceMaker } from './pages.ts'
import { openTestServices } from './services.ts'

/** A site with two sections, the second of which is for beta users; pages and parts of pages too. */
export async function openPublished(visibility = 'public') {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const newSpace = spaceMaker(client, organization)
  const guide = await newSpace(
    'Guide',
    page(
      'Home',
      'Everybody reads openword.\n\n{% if visitor.claims.isBeta %}\nThe canaryblock.\n{% endif %}\n',
    ),
    page('Beta', 'The canarypage.', { condition: 'visitor.claims.isBeta' }),
    page('Second', '## Part\n\nMore openword.'),
  )
  const beta = await newSpace('Beta guide', page('Start', 'The canaryspace.'))
  const secret = await newSpace('Secret', page('Start', 'The canarysecret.'))
  const site = await client.post(
    `${organization.url}/sites`,
    { title: 'Docs', visibility, spaces: [guide.id] },
    201,
  )
  const url = `${organization.url}/sites/${site.id}`
  const section = await client.post(`${url}/sections`, { spaceId: beta.id, title: 'Beta' }, 201)
  await client.patch(`${url}/sections/${section.id}`, { condition: 'visitor.claims.isBeta' })
  await client.patch(url, { adaptiveContent: { enabled: true } })
  const { urls } = await client.post(`${url}/publish`)
  await services.drain()
  const resolve = (path = '', visitor: object = {}, status = 200) =>
    as().post('/v1/urls/published', { url: urls.published + path, visitor }, status)
  /** A token as the team's own sign-in would make it. */
  const signIn = async (claims: object, more: (jwt: SignJWT) => SignJWT = (jwt) => jwt) => {
    const { privateKey } = await client.get(`${url}/publishing/auth`)
    // By the clock of the test, which may be on another day than that of the machine.
    const until = new Date(services.services.clock.now().getTime() + 60 * 60 * 1000)
    const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(until)
    return more(jwt).sign(new TextEncoder().encode(privateKey))
  }
  const spaces = {
    guide: `/v1/spaces/${guide.id}`,
    beta: `/v1/spaces/${beta.id}`,
    secret: `/v1/spaces/${secret.id}`,
  }
  return { ...services, client, site, url, base: urls.published, resolve, signIn, spaces, section }
}
