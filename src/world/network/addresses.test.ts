import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLocalName, isPublicAddress, networkOf } from './addresses.ts'

const PUBLIC = [
  [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
  ],
  ['128.0.0.1', '168.63.129.15', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  [
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ],
  ['2606:4700:4700::1111', '2001:200::1', '2001:db7::1', '2001:db9::1', '2a00:1450:4001::200e', '3ffe::1'],
  ['::ffff:1.1.1.1', '::ffff:101:101', '64:ff9b::1.1.1.1', '64:ff9b::808:808', '2002:101:101::1'],
].flat()

const NOT_PUBLIC = [
  ['0.0.0.0', '0.1.2.3', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.100.100.200'],
  ['100.127.255.255', '127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.0.1', '169.254.169.254'],
  ['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
  ['192.168.255.255', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ['::', '::1', '0:0:0:0:0:0:0:1', '::7f00:1', '::127.0.0.1', 'fc00::1', 'fd00:ec2::254', 'fdff::1'],
  ['fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'FF0E::1', '100::1', '5f00::1', '4000::1'],
  [
    '2001:db8::1',
    '2001:0DB8:ffff::1',
    '3fff::1',
    '3fff:fff::1',
    '2001::1',
    '2001:0:4136:e378::',
    '2001:20::1',
  ],
  ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe', '::ffff:0.0.0.0'],
  ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::', '64:ff9b:1::1.1.1.1', '::ffff:0:1.1.1.1'],
  ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1', '2002::1', '2002:a9fe:a9fe::'],
  [
    '',
    'example.org',
    '1.1.1',
    '01.1.1.1',
    '1.1.1.1.',
    ' 1.1.1.1',
    '1.1.1.1/8',
    '[::1]',
    ':::',
    '2606:4700::1%1',
  ],
].flat()

describe('public addresses', () => {
  it.each(PUBLIC)('%s is one', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each(NOT_PUBLIC)('"%s" is none', (address) => expect(isPublicAddress(address)).toBe(false))

  it('are judged alike however an IPv4 address is wrapped', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, c, d) => {
        const plain = [a, b, c, d].join('.')
        const high = (a * 256 + b).toString(16)
        const low = (c * 256 + d).toString(16)
        const wrapped = [
          `::ffff:${plain}`,
          `::ffff:${high}:${low}`,
          `64:ff9b::${plain}`,
          `2002:${high}:${low}::1`,
        ]
        for (const address of wrapped) expect(isPublicAddress(address)).toBe(isPublicAddress(plain))
      }),
    )
  })

  it('are judged alike however an IPv6 address is spelled', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
        expect(isPublicAddress(address.toUpperCase())).toBe(isPublicAddress(canonical))
      }),
    )
  })
})

describe('local names', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'localhost..', 'api.localhost', 'a.b.localhost.'])(
    '%s is one',
    (name) => expect(isLocalName(name)).toBe(true),
  )

  it.each(['notlocalhost', 'localhost.example.org', 'example.org', ''])('"%s" is none', (name) =>
    expect(isLocalName(name)).toBe(false),
  )
})

it.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2a00:1450:4001:81d::200e', '2a00:1450:4001::'],
  ['::1', '0:0:0::'],
  ['fe80::1%eth0', ''],
  ['somebody', ''],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))
