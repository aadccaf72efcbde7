import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withSettingsFiles } from './settings-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(text: string) {
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, text)
  return path
}

describe('settings from files', () => {
  it('are below those of the environment', () => {
    const all = file(
      '# Ours\nPORT=5000\nQUIRE_PUBLIC_URL="https://docs.example.org"\n\nQUIRE_RATE_LIMIT=off\n',
    )
    const given = { QUIRE_SETTINGS_FILE: all, PORT: '6000', QUIRE_RATE_LIMIT: '' }
    expect(withSettingsFiles(given)).toEqual({
      PORT: '6000',
      QUIRE_PUBLIC_URL: 'https://docs.example.org',
      QUIRE_RATE_LIMIT: 'off',
    })
  })

  it('are single secrets, also named in the file of all', () => {
    const secret = file('smtp://docs:p%40ss@mail.example.org\n')
    const url = 'smtp://docs:p%40ss@mail.example.org'
    expect(withSettingsFiles({ QUIRE_SMTP_URL_FILE: secret })).toEqual({ QUIRE_SMTP_URL: url })
    const all = file(`QUIRE_SMTP_URL_FILE=${secret}`)
    expect(withSettingsFiles({ QUIRE_SETTINGS_FILE: all })).toEqual({ QUIRE_SMTP_URL: url })
  })

  it('are refused with all that is wrong', () => {
    const given = {
      QUIRE_SMTP_URL: 'smtp://mail.example.org',
      QUIRE_SMTP_URL_FILE: file(''),
      QUIRE_SECRET_KEY_FILE: join(folder, 'missing'),
    }
    const wrong = () => withSettingsFiles(given)
    expect(wrong).toThrow(/QUIRE_SMTP_URL and QUIRE_SMTP_URL_FILE are both set/)
    expect(wrong).toThrow(/QUIRE_SECRET_KEY_FILE names .*missing, which cannot be read \(ENOENT\)/)
    expect(() => withSettingsFiles({ QUIRE_SETTINGS_FILE: join(folder, 'missing') })).toThrow(
      /cannot be read/,
    )
  })

  it('leave everything else as it is', () => {
    expect(withSettingsFiles({ PATH: '/bin', OTHER_FILE: '/x', QUIRE_DATA_DIR: 'data' })).toEqual({
      PATH: '/bin',
      OTHER_FILE: '/x',
      QUIRE_DATA_DIR: 'data',
    })
  })
})
