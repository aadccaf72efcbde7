import type { OpenSpace } from './visited-site.ts'

/** Where readers of a space see what changed in an API that its pages describe. */
export function changesAddress({ base }: Pick<OpenSpace, 'base'>, slug: string) {
  return `${base}/~changes/${encodeURIComponent(slug)}`
}
