import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMailServer } from '../../../test/counterparts/mail-server.ts'
import { type MailMessage, noMailer } from './mailer.ts'
import { mailSettings, readSender, readSmtpUrl } from './settings.ts'
import { openMailer } from './smtp-mailer.ts'

const MESSAGE: MailMessage = {
  to: { name: 'Zoë, the first', address: 'zoe@example.org' },
  subject: 'Grüße\r\nBcc: eve@example.org',
  text: 'Open https://quire.test/o/~reset/5mmxVb2PY88iBqkXTRqZhmRvusFO5ryy',
  html: '<p>Open <a href="https://quire.test/o/~reset/5mmxVb2PY88iBqkXTRqZhmRvusFO5ryy">the link</a> – now</p>',
  date: new Date('2026-11-18T09:00:00Z'),
  messageId: '<one@quire.test>',
  inReplyTo: '<thread@quire.test>',
  references: ['<thread@quire.test>'],
  headers: { 'Auto-Submitted': 'auto-generated' },
}

function mailerFor(smtpUrl: string, limits: Parameters<typeof openMailer>[1] = {}) {
  const mailer = openMailer({ smtpUrl, from: 'Quire <no-reply@quire.test>' }, limits)
  onTestFinished(() => mailer.close())
  return mailer
}

describe('a mailer', () => {
  it('sends text and HTML with the headers it is given', async () => {
    const server = await openMailServer({ user: 'quire', password: 'p@ss/word' })
    await mailerFor(server.url).send(MESSAGE)
    const [mail] = server.received
    expect(mail).toMatchObject({
      from: 'no-reply@quire.test',
      to: ['zoe@example.org'],
      text: expect.stringContaining(MESSAGE.text),
      html: expect.stringContaining(MESSAGE.html),
    })
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: 'Quire <no-reply@quire.test>',
      date: 'Wed, 18 Nov 2026 09:00:00 +0000',
      'message-id': '<one@quire.test>',
      'in-reply-to': '<thread@quire.test>',
      references: '<thread@quire.test>',
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.headers.has('bcc')).toBe(false)
  })

  it('says whether a refusal is for good, and nothing of the message', async () => {
    const server = await openMailServer()
    const mailer = mailerFor(server.url)
    const failure = () => mailer.send(MESSAGE).catch((error: unknown) => error)
    server.treat({ refuse: 550, at: 'recipient', says: '5.1.1 No such mailbox' })
    expect(await failure()).toMatchObject({
      isPermanent: true,
      message: 'The mail server answered 550 5.1.1 No such mailbox to RCPT TO',
    })
    server.treat({ refuse: 451, at: 'recipient' })
    expect(await failure()).toMatchObject({ isPermanent: false })
    server.treat({ refuse: 554, at: 'data' })
    const refused = await failure()
    expect(refused).toMatchObject({
      isPermanent: true,
      message: 'The mail server answered 554 5.7.1 to DATA',
    })
    expect(inspect(refused, { depth: 9 })).not.toContain('5mmxVb2PY88i')
    server.treat({ refuse: 452, at: 'data' })
    expect(await failure()).toMatchObject({ isPermanent: false })
    const unwritable = { ...MESSAGE, to: { address: 'a b@example.org\r\nRCPT TO:<eve@example.org>' } }
    await expect(mailer.send(unwritable)).rejects.toMatchObject({ isPermanent: true })
    expect(server.received).toEqual([])
  })

  it('survives a server that hangs up, is slow or is not there', async () => {
    const server = await openMailServer()
    const mailer = mailerFor(server.url, { socketTimeout: 300 })
    server.treat({ hangUp: true })
    await expect(mailer.send(MESSAGE)).rejects.toMatchObject({ name: 'MailFailure', isPermanent: false })
    server.treat({ after: 50 })
    await mailer.send(MESSAGE)
    expect(server.received).toHaveLength(1)
    server.treat({ after: 2_000 })
    await expect(mailer.send(MESSAGE)).rejects.toMatchObject({ name: 'MailFailure', isPermanent: false })
    const nobody = mailerFor('smtp://127.0.0.1:1')
    await expect(nobody.send(MESSAGE)).rejects.toMatchObject({ name: 'MailFailure', isPermanent: false })
  })

  it('ends a message that takes too long in all', async () => {
    const server = await openMailServer()
    server.treat({ after: 2_000 })
    await expect(mailerFor(server.url, { longest: 300 }).send(MESSAGE)).rejects.toMatchObject({
      name: 'MailFailure',
      isPermanent: false,
    })
  })

  it('verifies where it would send, and never tells the password', async () => {
    const server = await openMailServer({ user: 'quire', password: 'correct-horse' })
    await mailerFor(server.url).verify()
    const failure = await mailerFor(server.url.replace('correct', 'battery'))
      .verify()
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ isPermanent: false, message: expect.stringContaining('535') })
    expect(inspect(failure, { depth: 9 })).not.toMatch(/battery|YmF0dGVye/)
    expect(server.received).toEqual([])
  })

  it('is none without settings', async () => {
    expect(openMailer(undefined)).toBe(noMailer)
    await expect(noMailer.send(MESSAGE)).rejects.toThrow('QUIRE_SMTP_URL')
  })
})

describe('the settings of mail', () => {
  it('are checked, and told without the password', () => {
    for (const good of ['smtp://mail', 'smtps://u:p@mail.test:465', 'smtp://mail.test/?requireTLS=true'])
      expect(readSmtpUrl(good)).toBe(good)
    for (const bad of [
      'mail.test:25',
      'http://mail.test',
      'smtp://u:secret@',
      'smtp://u:secret@mail/?debug=true',
    ])
      expect(() => readSmtpUrl(bad)).toThrow(/^(?!.*secret)/)
    for (const good of ['no-reply@quire.test', 'Our Docs <docs@quire.test>'])
      expect(readSender(good)).toBe(good)
    for (const bad of ['docs', 'a@b\nBcc: c@d', 'A <a@b> <c@d>']) expect(() => readSender(bad)).toThrow()
  })

  it('name a sender at the public address', () => {
    const from = (publicUrl: string) => mailSettings('smtp://mail', undefined, publicUrl).mail?.from
    expect(from('https://docs.example.org:8443/quire')).toBe('Quire <no-reply@docs.example.org>')
    expect(from('http://127.0.0.1:4000')).toBe('Quire <no-reply@localhost>')
    expect(from('http://[::1]:4000')).toBe('Quire <no-reply@localhost>')
    expect(mailSettings(undefined, 'a@b', 'http://quire.test')).toEqual({})
  })
})
