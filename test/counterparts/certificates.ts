// Certificates that sign themselves, made for one test: no private key is kept in the repository.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const SHA256_RSA = '300d06092a864886f70d01010b0500'

export type KeyPair = { privateKey: string; certificate: string }

export function makeKeyPair({ bits = 2_048, name = 'idp' } = {}): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const algorithm = Buffer.from(SHA256_RSA, 'hex')
  const who = sequence(set(sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    who,
    sequence(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('450101000000Z'))),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`,
  }
}

function der(tag: number, content: Buffer) {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]) => der(0x31, Buffer.concat(parts))
