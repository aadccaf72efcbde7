import { describe, expect, it } from 'vitest'
import { anchorLike, formerSlugOf, slugOf } from './slugs.ts'

describe('the anchor of a title', () => {
  it.each([
    ['Backup', 'backup', 'backup'],
    ['--backup', 'backup', '-backup'],
    ['-f, --file', 'f-file', '-f-file'],
    ['/backup', 'backup', '/backup'],
    [
      'How to connect to a TLS/SSL enabled server',
      'how-to-connect-to-a-tls-ssl-enabled-server',
      'how-to-connect-to-a-tls/ssl-enabled-server',
    ],
    ['get /pets/{pet_id}/tags', 'get-pets-pet_id-tags', 'get-/pets/pet_id/tags'],
    ['<buffer> section', 'less-than-buffer-greater-than-section', 'less-than-buffer-greater-than-section'],
    ['4.1.2. Strings', 'id-4.1.2.-strings', 'id-4.1.2.-strings'],
    ['C++ & more', 'c++-and-more', 'c++-and-more'],
    ['目錄', '目錄', '目錄'],
    ['???', '', ''],
  ])('%s', (title, anchor, former) => {
    expect([slugOf(title), formerSlugOf(title)]).toEqual([anchor, former])
  })
})

describe('an anchor that is not there', () => {
  it.each([
    ['4-1-2-strings', ['id-4.1.2.-strings', 'other'], 'id-4.1.2.-strings'],
    ['use--care', ['use-and-care'], 'use-and-care'],
    ['fan-out--fan-in', ['fan-out-fan-in'], 'fan-out-fan-in'],
    ['streamToBytes', ['streamtobytes'], 'streamtobytes'],
    ['-backup', ['backup'], 'backup'],
    ['backup', ['backup', 'back-up'], 'backup'],
    ['BackUp', ['backup', 'back-up'], undefined],
    ['none', ['backup'], undefined],
    ['--', ['.', '+'], undefined],
  ])('%s', (wanted, anchors, like) => {
    expect(anchorLike(wanted, anchors)).toBe(like)
  })
})
