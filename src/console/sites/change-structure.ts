// What the forms of the structure of a site do, each with the operation for it.
import type { SiteStructure } from '../../rooms/sites/sites/structure/schema.ts'
import { type Api, missing } from '../api.ts'
import type { Form } from '../frame/page.ts'
import { isLink, onlySpaceOf, type PlacedPart, placedParts, sectionsIn } from './structure-items.ts'

export async function changeStructure(
  api: Api,
  path: string,
  structure: SiteStructure,
  form: Form,
): Promise<unknown> {
  const title = form.get('title').trim()
  const group = form.get('group')
  switch (form.get('action')) {
    case 'add-space':
      return addSpace(api, path, structure, form)
    case 'add-group':
      return api.post(`${path}/section-groups`, { title, ...(group && { parent: group }) })
    case 'add-link': {
      const url = form.get('url').trim()
      return api.post(`${path}/external-links`, { title, url, ...(group && { parent: group }) })
    }
  }
  const placed = placedParts(structure).find(
    ({ part }) => part.id === form.get('id') && part.object === form.get('type'),
  )
  if (!placed) throw missing()
  switch (form.get('action')) {
    case 'up':
      return move(api, path, placed, -1)
    case 'down':
      return move(api, path, placed, 1)
    case 'place':
      return place(api, path, structure, placed, form)
    case 'default':
      return makeDefault(api, path, placed)
    case 'duplicate': {
      const siteSpace = onlySpaceOf(placed.part)
      if (!siteSpace) throw missing()
      return api.post(`${path}/site-spaces/${siteSpace.id}/duplicate`)
    }
    case 'remove':
      return api.delete(`${path}/${placeOf(placed)}`)
    case 'change':
      return change(api, path, structure, placed, form)
    default:
      throw missing()
  }
}

async function addSpace(api: Api, path: string, structure: SiteStructure, form: Form) {
  const [spaceId, where] = [form.get('space'), form.get('where')]
  if (structure.structure.length > 0 && where === 'section') return api.post(`${path}/sections`, { spaceId })
  const isNamed = structure.type === 'sections' && where !== '' && where !== 'variant'
  return api.post(`${path}/site-spaces`, { spaceId, ...(isNamed && { sectionId: where }) })
}

const COLLECTIONS = {
  'site-section': 'sections',
  'site-section-group': 'section-groups',
  'site-external-link': 'external-links',
  'site-space': 'site-spaces',
} as const

const placeOf = ({ part }: PlacedPart) => `${COLLECTIONS[part.object]}/${part.id}`
const pointerTo = ({ object, id }: PlacedPart['part']) => ({ type: object, id })

/** Past the one before it, or the one after it. */
async function move(api: Api, path: string, { part, level }: PlacedPart, by: 1 | -1) {
  const beside = level[level.indexOf(part) + by]
  if (!beside) return
  const position = { [by < 0 ? 'before' : 'after']: pointerTo(beside) }
  return api.patch(`${path}/structure/sort`, { item: pointerTo(part), position })
}

/** Before or after something, or at the end of what is in it. */
async function place(api: Api, path: string, structure: SiteStructure, { part }: PlacedPart, form: Form) {
  const [side, toId, toType] = [form.get('part'), form.get('toId'), form.get('toType')]
  const to = placedParts(structure).find(({ part }) => part.id === toId && part.object === toType)?.part
  if (!to) throw missing()
  const sort = (position: object) => api.patch(`${path}/structure/sort`, { item: pointerTo(part), position })
  if (side === 'before' || side === 'after') return sort({ [side]: pointerTo(to) })
  const last = lastIn(to)
  if (last) return last.id === part.id ? undefined : sort({ after: pointerTo(last) })
  // There is nothing in it yet to be beside of.
  if (side !== 'into' || to.object !== 'site-section-group') throw missing()
  if (part.object === 'site-section')
    return api.post(`${path}/section-groups/${to.id}/sections`, { sectionId: part.id })
  if (isLink(part)) return api.patch(`${path}/external-links/${part.id}`, { parent: to.id })
  throw missing()
}

function lastIn(part: PlacedPart['part']) {
  if (part.object === 'site-section') return part.siteSpaces.at(-1)
  return part.object === 'site-section-group' ? part.children.at(-1) : undefined
}

function makeDefault(api: Api, path: string, { part }: PlacedPart) {
  if (part.object === 'site-section') return api.patch(path, { defaultSiteSection: part.id })
  if (part.object !== 'site-space') throw missing()
  if (part.section === undefined) return api.patch(path, { defaultSiteSpace: part.id })
  return api.patch(`${path}/sections/${part.section}`, { defaultSiteSpace: part.id })
}

async function change(api: Api, path: string, structure: SiteStructure, placed: PlacedPart, form: Form) {
  const { part } = placed
  const at = `${path}/${placeOf(placed)}`
  const text = (name: string) => form.get(name).trim()
  const orNone = (name: string) => text(name) || null
  const title = text('title')
  if (part.object === 'site-section-group') return api.patch(at, { title, icon: orNone('icon') })
  const condition = orNone('condition')
  if (part.object === 'site-space') {
    await api.patch(at, { path: text('path'), condition })
    const section = sectionsIn(structure).find(({ id }) => id === form.get('section'))
    const last = section?.siteSpaces.at(-1)
    if (!section || !last || section.id === part.section) return
    const position = { after: pointerTo(last) }
    return api.patch(`${path}/structure/sort`, { item: pointerTo(part), position })
  }
  const about = { title, description: orNone('description'), icon: orNone('icon'), condition }
  const parent = form.has('group') ? orNone('group') : undefined
  if (isLink(part))
    return api.patch(at, { ...about, url: text('url'), ...(parent !== undefined && { parent }) })
  await api.patch(at, { ...about, path: text('path') })
  if (parent === undefined || parent === (part.sectionGroup ?? null)) return
  if (parent !== null) return api.post(`${path}/section-groups/${parent}/sections`, { sectionId: part.id })
  return api.delete(`${path}/section-groups/${part.sectionGroup}/sections/${part.id}`)
}
