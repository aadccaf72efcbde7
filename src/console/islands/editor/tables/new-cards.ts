// Cards, as a table that says so: a title, a text, where each leads, and a picture. It is as the server will read it, so that
// nothing is taken back from there.
import type { Node } from 'prosemirror-model'
import { schema } from '../model/schema.ts'
import { freshId } from '../typing/ids.ts'

export function newCards(count: number): Node {
  const [title, text, target, cover] = [freshId(), freshId(), freshId(), freshId()]
  const head = (name: string, rest: object | null = null) => schema.node('table_title', { name, rest })
  const titles = [
    head(title),
    head(text),
    head(target, { type: 'content-ref' }),
    head(cover, { type: 'files' }),
  ]
  const row = () =>
    schema.node('table_row', { name: freshId() }, [
      schema.node('table_cell'),
      schema.node('table_cell'),
      schema.node('table_kept', { given: { value: null } }),
      schema.node('table_kept', { given: { value: [] } }),
    ])
  const view = {
    type: 'cards',
    cardSize: 'medium',
    columns: [title, text],
    targetDefinition: target,
    coverDefinition: cover,
  }
  const rows = Array.from({ length: count }, row)
  return schema.node('table', { rest: { data: { view }, meta: { form: 'html' } } }, [
    schema.node('table_head', null, titles),
    ...rows,
  ])
}
