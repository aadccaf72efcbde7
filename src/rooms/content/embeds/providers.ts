// What can be shown in place, known by its address alone: nobody is asked.
import { html } from '../../../engines/html/html.ts'
import type { Embed } from './schema.ts'

type Provider = {
  site: string
  hosts: RegExp
  /** The address of the frame; undefined where the address is of something else there. */
  frame(url: URL): string | undefined
}

/** The frame for the first pattern that the path fits. */
function byPath(...rules: [RegExp, (...parts: string[]) => string][]) {
  return ({ pathname }: URL) => {
    for (const [pattern, frame] of rules) {
      const [, ...parts] = pattern.exec(pathname) ?? []
      if (parts.length > 0) return frame(...parts)
    }
  }
}

const video = (id = '') => `https://www.youtube-nocookie.com/embed/${id}`
const VIDEO_ID = /^[\w-]{11}$/

const PROVIDERS: Provider[] = [
  {
    site: 'YouTube',
    hosts: /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com$/,
    frame: (url) => {
      const named = url.pathname === '/watch' ? (url.searchParams.get('v') ?? '') : ''
      if (VIDEO_ID.test(named)) return video(named)
      return byPath([/^\/(?:embed|shorts|live)\/([\w-]{11})\/?$/, video])(url)
    },
  },
  { site: 'YouTube', hosts: /^youtu\.be$/, frame: byPath([/^\/([\w-]{11})\/?$/, video]) },
  {
    site: 'Vimeo',
    hosts: /^(?:www\.|player\.)?vimeo\.com$/,
    frame: byPath([/^\/(?:video\/)?(\d{1,15})\/?$/, (id) => `https://player.vimeo.com/video/${id}`]),
  },
  {
    site: 'Loom',
    hosts: /^(?:www\.)?loom\.com$/,
    frame: byPath([/^\/(?:share|embed)\/([0-9a-f]{32})\/?$/, (id) => `https://www.loom.com/embed/${id}`]),
  },
  {
    site: 'Figma',
    hosts: /^(?:www\.)?figma\.com$/,
    frame: (url) =>
      /^\/(?:file|design|proto|board)\/\w{5,}/.test(url.pathname)
        ? `https://www.figma.com/embed?embed_host=quire&url=${encodeURIComponent(url.href)}`
        : undefined,
  },
  {
    site: 'CodePen',
    hosts: /^codepen\.io$/,
    frame: byPath([
      /^\/([\w-]{1,60})\/(?:pen|full|details|embed)\/(\w{1,40})\/?$/,
      (who, id) => `https://codepen.io/${who}/embed/${id}?default-tab=result`,
    ]),
  },
  {
    site: 'CodeSandbox',
    hosts: /^codesandbox\.io$/,
    frame: byPath([/^\/(?:s|embed)\/([\w-]{1,100})\/?$/, (id) => `https://codesandbox.io/embed/${id}`]),
  },
  {
    site: 'StackBlitz',
    hosts: /^stackblitz\.com$/,
    frame: byPath([/^\/edit\/([\w-]{1,100})\/?$/, (id) => `https://stackblitz.com/edit/${id}?embed=1`]),
  },
  {
    site: 'Spotify',
    hosts: /^open\.spotify\.com$/,
    frame: byPath([
      /^\/(?:intl-\w+\/|embed\/)?(track|album|playlist|episode|show|artist)\/(\w{10,40})\/?$/,
      (kind, id) => `https://open.spotify.com/embed/${kind}/${id}`,
    ]),
  },
]

/** Undefined where nobody known here can show it in place. */
export function knownEmbed(url: URL): Embed | undefined {
  const { site, frame } = framed(url) ?? {}
  if (!site || !frame) return
  return {
    type: 'rich',
    title: site,
    site,
    icon: `https://${url.hostname}/favicon.ico`,
    html: frameHtml(frame, site),
  }
}

function framed(url: URL) {
  for (const provider of PROVIDERS) {
    const frame = provider.hosts.test(url.hostname) ? provider.frame(url) : undefined
    if (frame) return { site: provider.site, frame }
  }
}

// Without its sandbox a frame could lead the whole page elsewhere.
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms'

function frameHtml(address: string, title: string) {
  return String(
    html`<iframe src="${address}" title="${title}" width="640" height="360" loading="lazy" sandbox="${SANDBOX}" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen style="border:0"></iframe>`,
  )
}
