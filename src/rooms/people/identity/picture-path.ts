/** Where pictures that people uploaded are. */
export const PICTURES = '/o/~pictures'

export function picturePath(blob: string) {
  return `${PICTURES}/${blob}`
}
