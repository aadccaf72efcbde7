// Paths come from strangers' repositories. What is refused here could leave the folder it is written to, or change the
// repository's own data, on any file system that a reader may use: NTFS and HFS+ know more spellings of `.git` than one.

const encoder = new TextEncoder()
const LONGEST_PART = 255
const LONGEST_PATH = 4096

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/

/** HFS+ leaves these out when it compares names. */
const IGNORABLE = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** The part of a path that may never be written or followed. A safe path has none; an empty part is told as ''. */
export function unsafePart(path: string): string | undefined {
  if (path === '' || path.startsWith('/') || path.startsWith('\\')) return path === '' ? '' : path.charAt(0)
  const drive = /^[A-Za-z]:(?=[\\/]|$)/.exec(path)?.[0]
  if (drive) return drive
  if (isLonger(path, LONGEST_PATH)) return path
  return path.split('/').find(isUnsafe)
}

function isUnsafe(part: string): boolean {
  if (part === '' || CONTROL.test(part) || isLonger(part, LONGEST_PART)) return true
  // A backslash is a letter like any other here and a separator elsewhere.
  return part.split('\\').some((piece) => isClimb(piece) || isDotGit(piece))
}

/** Some file systems drop blanks and dots at the end of a name, which makes `.. ` climb. */
function isClimb(piece: string): boolean {
  return piece === '.' || piece === '..' || /^\.\.? *[. ]*$/.test(piece)
}

function isDotGit(piece: string): boolean {
  const [name = ''] = piece.replace(IGNORABLE, '').normalize('NFKC').split(':')
  const bare = name.replace(/[. ]+$/, '').toLowerCase()
  return bare === '.git' || /^git~\d+$/.test(bare) || /^gi[0-9a-f]{4}~\d+$/.test(bare)
}

function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && encoder.encode(text).length > bytes
}
