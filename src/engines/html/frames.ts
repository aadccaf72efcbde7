/** A page of others within ours. */
export type EmbeddedFrame = { src: string; title: string; shape: 'video' | 'tall' | 'audio' }

type Maker = (url: URL) => EmbeddedFrame | undefined

const video =
  (title: string, src: (id: string) => string, find: (url: URL) => string | null | undefined): Maker =>
  (url) => {
    const id = find(url)
    return id && /^[\w-]{1,64}$/.test(id) ? { src: src(id), title, shape: 'video' } : undefined
  }

const at = (url: URL, place: number) => url.pathname.split('/')[place]

function youtubeId(url: URL) {
  if (url.hostname === 'youtu.be') return at(url, 1)
  return /^\/(embed|shorts|live)\//.test(url.pathname) ? at(url, 2) : url.searchParams.get('v')
}

function youtube(url: URL): EmbeddedFrame | undefined {
  const frame = youtubeVideo(url)
  const start = secondsIn(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return frame && start > 0 ? { ...frame, src: `${frame.src}?start=${start}` } : frame
}

const youtubeVideo = video('YouTube', (id) => `https://www.youtube-nocookie.com/embed/${id}`, youtubeId)

/** `90`, `90s` or `1m30s`: where a video begins. */
function secondsIn(time: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function vimeo(url: URL): EmbeddedFrame | undefined {
  const [, id, hash] = /^\/(?:video\/)?(\d{1,12})(?:\/([0-9a-f]{1,32}))?\/?$/.exec(url.pathname) ?? []
  const more = hash ?? url.searchParams.get('h')
  const secret = more && /^[0-9a-f]{1,32}$/.test(more) ? `&h=${more}` : ''
  return id
    ? { src: `https://player.vimeo.com/video/${id}?dnt=1${secret}`, title: 'Vimeo', shape: 'video' }
    : undefined
}

const loom = video(
  'Loom',
  (id) => `https://www.loom.com/embed/${id}`,
  (url) => (/^\/(share|embed)\//.test(url.pathname) ? at(url, 2) : undefined),
)

function codepen(url: URL): EmbeddedFrame | undefined {
  const [, author, id] =
    /^\/([\w-]{1,64})\/(?:pen|embed|details|full)\/([\w-]{1,64})\/?$/.exec(url.pathname) ?? []
  return author && id
    ? { src: `https://codepen.io/${author}/embed/${id}?default-tab=result`, title: 'CodePen', shape: 'tall' }
    : undefined
}

function figma(url: URL): EmbeddedFrame | undefined {
  if (!/^\/(file|design|proto|board|slides|deck)\/[\w-]+/.test(url.pathname)) return undefined
  const src = `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(url.href)}`
  return { src, title: 'Figma', shape: 'tall' }
}

function codesandbox(url: URL): EmbeddedFrame | undefined {
  const [, kind, id] = /^\/(s|embed|p\/sandbox|p\/devbox)\/([\w-]{1,120})\/?$/.exec(url.pathname) ?? []
  return kind && id
    ? { src: `https://codesandbox.io/embed/${id}`, title: 'CodeSandbox', shape: 'tall' }
    : undefined
}

function stackblitz(url: URL): EmbeddedFrame | undefined {
  const [, path] =
    /^\/(edit\/[\w-]{1,120}|github\/[\w./-]{1,200}|fork\/[\w-]{1,120})$/.exec(url.pathname) ?? []
  return path && !path.includes('..')
    ? { src: `https://stackblitz.com/${path}?embed=1`, title: 'StackBlitz', shape: 'tall' }
    : undefined
}

function spotify(url: URL): EmbeddedFrame | undefined {
  const [, kind, id] =
    /^\/(?:intl-[a-z]+\/|embed\/)?(track|album|playlist|episode|show|artist)\/(\w{1,40})\/?$/.exec(
      url.pathname,
    ) ?? []
  return kind && id
    ? { src: `https://open.spotify.com/embed/${kind}/${id}`, title: 'Spotify', shape: 'audio' }
    : undefined
}

const MAKERS: Readonly<Record<string, Maker>> = {
  'youtube.com': youtube,
  'm.youtube.com': youtube,
  'music.youtube.com': youtube,
  'youtube-nocookie.com': youtube,
  'youtu.be': youtube,
  'vimeo.com': vimeo,
  'player.vimeo.com': vimeo,
  'loom.com': loom,
  'codepen.io': codepen,
  'figma.com': figma,
  'codesandbox.io': codesandbox,
  'stackblitz.com': stackblitz,
  'open.spotify.com': spotify,
}

/** For the page's policy: where frames may come from. */
export const FRAME_ORIGINS: readonly string[] = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
  'https://codepen.io',
  'https://www.figma.com',
  'https://codesandbox.io',
  'https://stackblitz.com',
  'https://open.spotify.com',
]

const LONGEST_URL = 2000

/**
 * The address that a known service has for frames, built from checked parts: nothing else of what was written gets into it.
 * Of several, the one that keeps its readers' secrets.
 */
export function frameFor(address: string): EmbeddedFrame | undefined {
  if (address.length > LONGEST_URL || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const host = url.hostname.replace(/^www\./, '')
  const isPlain = url.protocol === 'https:' || url.protocol === 'http:'
  return isPlain && url.port === '' && Object.hasOwn(MAKERS, host) ? MAKERS[host]?.(url) : undefined
}
