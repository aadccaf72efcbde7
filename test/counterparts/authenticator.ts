// A device that keeps passkeys, as far as a server can tell: it signs what the specification of WebAuthn says.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Device = { origin?: string; isVerified?: boolean; counter?: number }
type Challenge = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

export function makeAuthenticator(rpId: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle: string | undefined

  function authenticatorData(flags: number, count: number, attested = Buffer.alloc(0)) {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, attested])
  }
  const clientData = (type: string, { challenge }: Challenge, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    id: common.id,
    create(options: Challenge) {
      userHandle = options.user?.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = authenticatorData(PRESENT | VERIFIED | ATTESTED, counter, attested)
      const object = new Map<string, string | Buffer | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal'],
      }
      return JSON.stringify({ ...common, clientExtensionResults: {}, response })
    },
    get(options: Challenge, { isVerified = true, counter: count = ++counter, ...device }: Device = {}) {
      counter = Math.max(counter, count)
      const authData = authenticatorData(PRESENT | (isVerified ? VERIFIED : 0), count)
      const data = clientData('webauthn.get', options, device.origin ?? origin)
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
        userHandle,
      }
      return JSON.stringify({ ...common, clientExtensionResults: {}, response })
    },
  }
}

function sha256(value: string | Buffer) {
  return createHash('sha256').update(value).digest()
}

type Cbor = number | string | Buffer | Map<number | string, Cbor> | Map<number, Cbor> | Map<string, Cbor>

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part as Cbor))])
}

function head(major: number, size: number) {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
