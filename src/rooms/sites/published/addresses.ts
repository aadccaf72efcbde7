// From an address to the site it is of, and on to the space in it.
import {
  type ChosenDefaults,
  defaultSection,
  defaultSiteSpace,
  type Structure,
  type StructureSection,
  type StructureSpace,
  siteSpacesIn,
} from '../sites/structure/structure.ts'

export type Addressed = { basename: string; hostname: string | null; proxy: string | null }

/** The path below which a site is, and what comes behind it, in decoded parts. */
export type Way = { siteBasePath: string; rest: string[] }

/** The name of a site in the path of an address of this installation. */
export function basenameIn(url: URL, publicUrl: string): string | undefined {
  const base = new URL(publicUrl)
  if (url.host !== base.host) return
  const below = base.pathname.replace(/\/$/, '')
  if (!url.pathname.startsWith(`${below}/sites/`)) return
  return decoded(url.pathname.slice(`${below}/sites/`.length).split('/')[0] ?? '')
}

/** Undefined where the address is not one of this site. */
export function wayIn(url: URL, site: Addressed, publicUrl: string): Way | undefined {
  const basename = basenameIn(url, publicUrl)
  if (basename !== undefined && basename.toLowerCase() === site.basename.toLowerCase()) {
    const below = new URL(publicUrl).pathname.replace(/\/$/, '')
    return wayBelow(url, `${below}/sites/${encodeURIComponent(site.basename)}/`)
  }
  // Nobody's host name or proxy is the host of the installation.
  if (url.host === new URL(publicUrl).host) return
  if (site.hostname === url.hostname) return wayBelow(url, '/')
  const [host, ...folders] = site.proxy?.split('/') ?? []
  if (host === url.hostname) return wayBelow(url, `/${folders.join('/')}/`)
}

function wayBelow(url: URL, siteBasePath: string): Way | undefined {
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  if (!path.toLowerCase().startsWith(siteBasePath.toLowerCase())) return
  return { siteBasePath, rest: partsOf(path.slice(siteBasePath.length)) }
}

export function partsOf(path: string) {
  return path.split('/').filter(Boolean).map(decoded)
}

/** What can not be decoded, or to a character that no name in the database has, stays as it is: it names nothing. */
export function decoded(part: string) {
  try {
    const plain = decodeURIComponent(part)
    return plain.includes('\0') ? part : plain
  } catch {
    return part
  }
}

export type Found<Space> = {
  section?: StructureSection
  siteSpace: StructureSpace<Space>
  /** The parts of the path that led here. */
  taken: string[]
  /** What is left: the path of a page. */
  rest: string[]
  /** Whether a longer path would lead to the same space. */
  isComplete: boolean
}

/** Follows a path into a structure; what names neither section nor site space is left for the page. */
function followWay<Space>(
  structure: Structure<Space>,
  chosen: ChosenDefaults,
  rest: string[],
): Found<Space> | undefined {
  const left = [...rest]
  const taken: string[] = []
  const take = () => taken.push(left.shift() ?? '')
  const section = structure.sections.find(({ path }) => path === left[0])
  if (section) take()
  const here = section ?? defaultSection(structure, chosen)
  const sectionId = here?.id ?? null
  const named = structure.siteSpaces.find((one) => one.path === left[0] && one.sectionId === sectionId)
  if (named) take()
  const siteSpace = named ?? defaultSiteSpace(structure, here ?? chosen, sectionId)
  if (!siteSpace) return
  const couldGoOn = () =>
    !named && (siteSpacesIn(structure, sectionId).length > 1 || (!section && structure.sections.length > 1))
  return { section: here, siteSpace, taken, rest: left, isComplete: left.length > 0 || !couldGoOn() }
}

/**
 * How a path may be read, the better way first. An address need not name what is seen first; where it seems to, that may
 * also be the name of a page.
 */
export function readingsOf<Space>(
  structure: Structure<Space>,
  chosen: ChosenDefaults,
  parts: string[],
): Found<Space>[] {
  const found = followWay(structure, chosen, parts)
  if (!found) return []
  const [name] = found.taken
  const first = name === undefined ? undefined : followWay(structure, chosen, [])
  if (!first) return [found]
  const isFirst = name === first.section?.path || name === first.siteSpace.path
  const asPage = { ...first, rest: parts, isComplete: true }
  return isFirst && found.siteSpace === first.siteSpace ? [asPage, found] : [found]
}
