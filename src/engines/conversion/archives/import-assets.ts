// The pages and files of one import by the paths they had: links between them are found here, and files are taken when
// somebody names them.
import { readTarget } from '../../content/links/paths.ts'
import { mediaTypeOf } from '../../repository/media-types.ts'
import type { TargetUse } from '../formats/html/maker.ts'
import { inMegabytes, LIMITS } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import { type Asset, type ImportTree, refAt, type Sheet } from './import-tree.ts'
import { isMarkdownPath } from './names.ts'
import type { UnzippedArchive } from './unzip.ts'

export type ImportAssets = ReturnType<typeof openImportAssets>

/** What a site is drawn with. Nobody misses it. */
const DRAWN_WITH = /\.(?:css|m?js|map|woff2?|ttf|otf|eot|ico)$|(?:^|\/)(?:robots\.txt|sitemap\.xml)$/i

export function openImportAssets({ files, skipped }: UnzippedArchive = { files: new Map(), skipped: 0 }) {
  const pages = new Map<string, string>()
  const assets = new Map<string, Asset>()
  const names = new Map<string, number>()
  const images = new Set<string>()
  const missing = new Set<string>()
  const helpers = new Set<string>()
  let last = 0
  let embedded = 0

  function nextRef() {
    last++
    return refAt(last)
  }

  /** The name of the page at a path, for links to it. */
  function refOfPage(path: string) {
    const known = pages.get(path)
    if (known) return known
    const ref = nextRef()
    pages.set(path, ref)
    return ref
  }

  function take(path: string, name = path.split('/').at(-1) ?? path): string | undefined {
    const known = assets.get(path)
    if (known) return known.ref
    const bytes = files.get(path)
    return bytes && keep(path, name, mediaTypeOf(path), bytes)
  }

  function keep(key: string, name: string, contentType: string, bytes: Uint8Array) {
    const ref = nextRef()
    assets.set(key, { ref, name: freeName(name), contentType, bytes })
    return ref
  }

  /** The second image.png is image (1).png: told apart here, where that is cheap. */
  function freeName(name: string) {
    const count = names.get(name) ?? 0
    names.set(name, count + 1)
    if (count === 0) return name
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
    return freeName(`${stem} (${count})${ending}`)
  }

  /** What to write for a target on the page at `from`; undefined for what must not be linked. */
  function targetFrom(from: string, written: string, use: TargetUse): string | undefined {
    const target = written.trim()
    if (/^data:/i.test(target)) return use === 'image' ? takeData(target) : undefined
    const read = readTarget(target, from)
    if (read.kind === 'outside') return isHarmless(target) ? target : undefined
    if (read.kind === 'fragment') return target
    const page = pathOfPage(read.path)
    if (page !== undefined) return refOfPage(page) + anchorOn(page, fragmentOf(read.tail))
    const asset = take(read.path)
    if (asset) return asset
    if (use === 'image') missing.add(read.path)
    return target
  }

  function pathOfPage(path: string) {
    return candidates(path).find((candidate) => pages.has(candidate))
  }

  function pageAt(path: string) {
    const page = pathOfPage(path)
    return page === undefined ? undefined : pages.get(page)
  }

  /** Files that came along and came to nothing. */
  function left() {
    const isLeft = (path: string) =>
      !pages.has(path) && !assets.has(path) && !helpers.has(path) && !DRAWN_WITH.test(path)
    return skipped + [...files.keys()].filter(isLeft).length
  }

  function takeData(address: string): string | undefined {
    const known = assets.get(address)
    if (known) return known.ref
    const [, type = 'text/plain', base64, data = ''] =
      /^data:([\w.+-]+\/[\w.+-]+)?(?:;[^,;]+)*?(;base64)?,(.*)$/is.exec(address) ?? []
    if (!type.startsWith('image/')) return
    const bytes = base64 ? Buffer.from(data, 'base64') : Buffer.from(decodedData(data))
    embedded += bytes.length
    if (embedded > LIMITS.unpackedBytes / 4)
      throw new Refusal(
        'too_large',
        `a page holds more than ${inMegabytes(LIMITS.unpackedBytes / 4)} of images`,
      )
    if (bytes.length === 0) {
      missing.add(address)
      return
    }
    const ending = type
      .slice('image/'.length)
      .replace(/^x-|\+.*$/g, '')
      .replace('jpeg', 'jpg')
    return keep(address, `image.${ending}`, type, new Uint8Array(bytes))
  }

  return {
    files,
    nextRef,
    refOfPage,
    targetFrom,
    take,
    keep,
    takeData,
    /** An image that has to be fetched. */
    wantImage: (url: string) => void images.add(url),
    miss: (what: string) => void missing.add(what),
    /** A file that was used to make pages; it is not expected to become one. */
    serve: (path: string) => void helpers.add(path),
    isPage: (path: string) => pages.has(path),
    pageAt,
    tree: (sheets: Sheet[]): ImportTree => ({
      pages: sheets,
      files: [...assets.values()],
      images: [...images],
      missing: missing.size,
      left: left(),
    }),
  }
}

function decodedData(data: string) {
  try {
    return decodeURIComponent(data)
  } catch {
    return data
  }
}

/** Schemes that lead somewhere and run nothing. */
export function isHarmless(target: string) {
  return /^(?:https?:|mailto:|tel:|ftp:|\/\/)/i.test(target)
}

function fragmentOf(tail: string) {
  const at = tail.indexOf('#')
  return at < 0 || at === tail.length - 1 ? '' : tail.slice(at)
}

/** The anchors of pages that were HTML are in lower case here. */
function anchorOn(page: string, fragment: string) {
  return isMarkdownPath(page) ? fragment : fragment.toLowerCase()
}

const ENDINGS = ['md', 'html', 'htm', 'markdown']
const INDEXES = ['README', 'index', 'readme', 'Readme']

/** The files that a path may mean: as it is, without its ending, or a folder by its first page. */
function candidates(path: string) {
  const folder = path === '' ? '' : `${path}/`
  return [
    path,
    ...ENDINGS.map((ending) => `${path}.${ending}`),
    ...INDEXES.flatMap((index) => ENDINGS.map((ending) => `${folder}${index}.${ending}`)),
  ]
}
