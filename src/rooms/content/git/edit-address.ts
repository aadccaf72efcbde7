import type { ReadContext } from '../../../kit/domain/context.ts'
import { findHosted } from './store.ts'

export type EditAddress = { href: string; provider: string }

/** Where the file of a page can be edited, on hosts of which we know how they call that. */
export async function editAddressOf(
  ctx: ReadContext,
  spaceId: string,
  path: string,
): Promise<EditAddress | undefined> {
  const hosted = await findHosted(ctx.db, spaceId)
  const repository = hosted?.gitSync?.url && repositoryOf(hosted.gitSync.url)
  const host = repository && hostOf(repository, hosted?.gitSync?.installationProvider)
  if (!hosted || !host) return
  const branch = hosted.ref.replace(/^refs\/heads\//, '')
  const way = `${branch}/${hosted.prefix}${path}`.split('/').map(encodeURIComponent).join('/')
  return { href: `${repository}${host.edit}/${way}`, provider: host.name }
}

const HOSTS = {
  github: { name: 'GitHub', edit: '/edit' },
  gitlab: { name: 'GitLab', edit: '/-/edit' },
}

/** As people open it: without `.git`, the way to a folder, or what would sign somebody in. */
function repositoryOf(url: string) {
  if (!URL.canParse(url)) return
  const { protocol, origin, pathname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return
  const path = pathname.replace(/\/(-\/)?tree\/.*$/, '').replace(/(\.git)?\/*$/, '')
  return path === '' ? undefined : `${origin}${path}`
}

function hostOf(repository: string, provider: string | undefined) {
  const { hostname } = new URL(repository)
  if (provider?.startsWith('github') || /(^|\.)github\./.test(hostname)) return HOSTS.github
  return provider === 'gitlab' || /(^|\.)gitlab\./.test(hostname) ? HOSTS.gitlab : undefined
}
