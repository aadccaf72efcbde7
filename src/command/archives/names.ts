// Where things lie in an archive, beside the Markdown that everybody can read.
export const OURS = '.quire/'

export const SPACE_FILE = `${OURS}space.json`
export const PAGES_FILE = `${OURS}pages.json`
export const FILES_FILE = `${OURS}files.json`
export const COMMENTS_FILE = `${OURS}comments.json`
export const CHANGE_REQUESTS_FILE = `${OURS}change-requests.json`

/** Texts that a Markdown file can not hold byte for byte. */
export const TEXTS = `${OURS}texts/`

export function changeRequestFolder(number: number) {
  return `${OURS}change-requests/${number}/`
}
