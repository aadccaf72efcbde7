import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { makeAdministrator, openTestServices } from '../../../test/services.ts'

const PASSWORD = 'correct horse battery'
let invited = 0
const newAddress = () => `invited-${process.pid}-${invited++}@example.org`

async function openInvitations() {
  const opened = await openTestServices()
  const { as, admin, organization, app } = opened
  const invite = async (email: string, role = 'edit') => {
    const { users } = await as(admin).post(`${organization.url}/invites`, { emails: [email], role }, 200)
    return `${organization.url}/members/${users[0]}`
  }
  const linkTo = async (member: string) =>
    (await as(admin).post(`${member}/invitation-link`, undefined, 200)).url
  return {
    ...opened,
    invite,
    linkTo,
    browser: () => openBrowser(app, { address: `203.0.113.${(invited % 250) + 1}` }),
  }
}

describe('an invitation', () => {
  it('leads to a page that makes the account, once', async () => {
    const { invite, linkTo, browser, organization, admin, as } = await openInvitations()
    const email = newAddress()
    const member = await invite(email)
    const first = await linkTo(member)
    const url = await linkTo(member)
    expect((await browser().get(first)).status).toBe(410)
    const theirs = browser()
    const page = await theirs.get(url)
    expect(page.body).toContain(email)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect((await theirs.post(url, { name: '', password: PASSWORD })).status).toBe(400)
    expect((await theirs.post(url, { name: 'Maria', password: 'qwertyuiop' })).body).toContain(
      'known from data breaches',
    )
    await theirs.post(url, { name: 'Maria', password: PASSWORD })
    expect((await theirs.ask('GET', '/v1/user')).json()).toMatchObject({ email, displayName: 'Maria' })
    expect((await theirs.ask('GET', organization.url)).statusCode).toBe(200)
    expect((await browser().get(url)).status).toBe(410)
    expect((await browser().signIn(email, PASSWORD)).status).toBe(200)
    // Whoever can sign in needs no link.
    await as(admin).post(`${member}/invitation-link`, undefined, 409)
  })

  it('is good for two weeks, and not for somebody who was removed', async () => {
    const { invite, linkTo, browser, as, admin, tick } = await openInvitations()
    const member = await invite(newAddress())
    const url = await linkTo(member)
    await as(admin).delete(member, 204)
    const made = browser()
    await made.post(url, { name: 'Maria', password: PASSWORD })
    expect((await made.ask('GET', '/v1/orgs')).json().items).toEqual([])
    const other = await linkTo(await invite(newAddress()))
    tick(14.1)
    expect((await browser().get(other)).status).toBe(410)
  })

  it('is not for an admin to make whose member belongs to others too', async () => {
    const { invite, as, admin, services } = await openInvitations()
    const elsewhere = await openTestServices()
    const email = newAddress()
    await elsewhere
      .as(elsewhere.admin)
      .post(`${elsewhere.organization.url}/invites`, { emails: [email], role: 'read' }, 200)
    const member = await invite(email)
    await as(admin).post(`${member}/invitation-link`, undefined, 409)
    const administrator = await makeAdministrator(services)
    await as(administrator).get(member, 404)
  })

  it('never makes a member of somebody who only claims to have the address', async () => {
    const { invite, linkTo, browser } = await openInvitations()
    const victim = await openTestServices()
    const email = newAddress()
    // One organization makes the account of somebody else and knows its password.
    const url = await linkTo(await invite(email))
    const thief = browser()
    await thief.post(url, { name: 'Not Maria', password: PASSWORD })
    // Another one invites the owner of the address.
    const invitation = { emails: [email, newAddress()], role: 'admin' }
    const invites = `${victim.organization.url}/invites`
    const answer = await victim.as(victim.admin).post(invites, invitation, 200)
    expect(answer.unverifiedEmails).toEqual([email])
    expect(answer.users).toHaveLength(1)
    expect((await thief.ask('GET', victim.organization.url)).statusCode).toBe(404)
    // Nor does an address at one of its domains open the door.
    await victim.as(victim.admin).patch(victim.organization.url, { emailDomains: ['example.org'] }, 200)
    expect((await thief.ask('POST', `${victim.organization.url}/join`)).statusCode).toBe(404)
  })
})

describe('an invite link', () => {
  it('lets newcomers make an account, and those who have one join', async () => {
    const { as, admin, organization, browser, newPerson } = await openInvitations()
    const made = await as(admin).post(`${organization.url}/link-invites`, { role: 'comment' }, 201)
    const url = made.urls.app
    const email = newAddress()
    const newcomer = browser()
    expect((await newcomer.get(url)).body).toContain('I have an account')
    await newcomer.post(url, { name: 'Kim', email, password: PASSWORD })
    expect((await newcomer.ask('GET', organization.url)).statusCode).toBe(200)
    const taken = await browser().post(url, { name: 'Kim', email, password: PASSWORD })
    expect([taken.status, taken.body.includes('Somebody has an account')]).toEqual([400, true])
    const known = browser()
    const person = await newPerson('Known')
    await known.post('/o/~sign-in', { token: person.token })
    expect((await known.get(url)).body).toContain('You are signed in as')
    await known.post(url, {})
    expect((await known.ask('GET', organization.url)).statusCode).toBe(200)
  })

  it('is over with the link, and gives nothing when its maker may not', async () => {
    const { as, admin, organization, browser, newMember } = await openInvitations()
    const second = await newMember('second', 'admin')
    const made = await as(second).post(`${organization.url}/link-invites`, { role: 'admin' }, 201)
    await as(admin).patch(`${organization.url}/members/${second.id}`, { role: 'read' }, 200)
    const visit = await browser().post(made.urls.app, {
      name: 'Kim',
      email: newAddress(),
      password: PASSWORD,
    })
    expect(visit.status).toBe(410)
  })
})
