// The headers of files. Strangers wrote these files, and they come from the origin of our own pages:
// none of them may ever run as script there, whatever it says it is.

type Look = { type: string; disposition: 'inline' | 'attachment'; policy: string }

const OCTETS = 'application/octet-stream'
const CLOSED = "default-src 'none'; sandbox"
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
// A browser that shows a picture or plays a film by itself makes a page around it, which loads the file once more.
const SHOWN = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
// Chrome does not open its PDF viewer in a sandbox. The viewer is a place of its own: what runs there reaches nobody.
const PRINTED = "default-src 'none'; object-src 'self'; frame-src 'self'; style-src 'unsafe-inline'"

const SHOWABLE = /^(image\/(png|jpeg|gif|webp|avif)|video\/.+|audio\/.+|text\/plain)$/
// Also what is no page by itself: scripts and styles of ours are trusted by their origin, and these would have it.
const SCRIPTABLE =
  /^(text|application)\/(x-)?(html|xml|xsl|xhtml|javascript|ecmascript|jscript|livescript|vbscript|css)|\+xml$|^multipart\/|^message\//

/** The headers of a file, but for those about its bytes. */
export function fileHeaders(name: string, declaredType: string) {
  const { type, disposition, policy } = lookOf(declaredType)
  return {
    'content-type': type,
    'content-disposition': `${disposition}; ${fileNames(name)}`,
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
}

function lookOf(declaredType: string): Look {
  const essence = essenceOf(declaredType) ?? OCTETS
  if (essence === 'image/svg+xml') return { type: essence, disposition: 'inline', policy: DRAWING }
  if (SCRIPTABLE.test(essence)) return { type: OCTETS, disposition: 'attachment', policy: CLOSED }
  if (essence === 'application/pdf') return { type: essence, disposition: 'inline', policy: PRINTED }
  const type = essence.startsWith('text/') ? `${essence}; charset=${charsetOf(declaredType)}` : essence
  if (SHOWABLE.test(essence)) return { type, disposition: 'inline', policy: SHOWN }
  return { type, disposition: 'attachment', policy: CLOSED }
}

/** A media type without its parameters, in small letters; undefined when it is none. */
export function essenceOf(type: string | undefined) {
  const [, essence] = /^([\w!#$&^.+-]+\/[\w!#$&^.+-]+) *(;|$)/.exec(type?.trim() ?? '') ?? []
  return essence?.toLowerCase()
}

function charsetOf(type: string) {
  const [, charset = 'utf-8'] = /; *charset="?([\w-]+)"?/i.exec(type) ?? []
  return charset.toLowerCase()
}

/** As in RFC 6266: the name in ASCII for old clients, in full for all others. */
function fileNames(name: string) {
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${full}`
}
