import { expect, it } from 'vitest'
import { oktaUser, openDirectory } from '../../../../test/counterparts/scim.ts'
import { openMailServices } from '../../../../test/mail-services.ts'

async function openMailedDirectory() {
  const mail = await openMailServices()
  const { app, as, admin, organization, drain, received, mailsTo, stranger } = mail
  const { token, baseUrl } = await as(admin).post(`${organization.url}/scim-tokens`, { label: 'Okta' }, 201)
  const scim = openDirectory(app, baseUrl.replace('http://quire.test', ''), token)
  await drain()
  received.length = 0
  const mails = async () => {
    await drain()
    return mailsTo(stranger.email)
  }
  const active = (value: boolean) =>
    scim.patch(`/Users/${stranger.id}`, [{ op: 'replace', value: { active: value } }])
  return { ...mail, scim, mails, active }
}

it('somebody with an account is mailed that a directory asks for them, once each time it does', async () => {
  const { scim, mails, active, stranger } = await openMailedDirectory()
  await scim.post('/Users', oktaUser(stranger.email))
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.headers.get('subject')).toBe('Join Acme on Quire')
  expect(mail?.text).toContain(`The directory of Acme wants to add your account ${stranger.email}`)
  expect(mail?.text).toContain('http://quire.test/o')
  // Directories repeat themselves.
  await active(true)
  await active(true)
  expect(await mails()).toHaveLength(1)
  await active(false)
  await active(true)
  expect(await mails()).toHaveLength(2)
})

it('nobody is mailed who is not asked any more when the mail is written', async () => {
  const { scim, mails, active, stranger } = await openMailedDirectory()
  await scim.post('/Users', oktaUser(stranger.email))
  await active(false)
  expect(await mails()).toEqual([])
})
