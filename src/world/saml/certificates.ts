import { X509Certificate } from 'node:crypto'

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g
/** One in use, one that replaces it, and some more. */
const MOST = 5

export type Certificate = { pem: string; validTo: Date; fingerprint: string }

/** Several, one below the other, while a provider changes its key. Undefined for what is no certificate. */
export function readCertificates(text: string): Certificate[] | undefined {
  const blocks = Array.from(text.matchAll(BLOCK), ([, block = '']) => block)
  const rest = text.replaceAll(BLOCK, '').trim()
  // Providers also show the letters alone.
  const bodies = blocks.length > 0 ? blocks : [text]
  if ((blocks.length > 0 && rest !== '') || bodies.length > MOST) return
  try {
    return bodies.map(certificateOf)
  } catch {
    return
  }
}

function certificateOf(body: string): Certificate {
  const letters = body.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]{100,}={0,2}$/.test(letters)) throw new Error('This is no certificate')
  const certificate = new X509Certificate(Buffer.from(letters, 'base64'))
  // Anything shorter was broken by others already.
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
    throw new Error('The key is not an RSA key of 2,048 bits or more')
  return {
    pem: certificate.toString(),
    validTo: new Date(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  }
}
