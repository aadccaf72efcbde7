import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { OpenApiMedia } from '../document.ts'
import { schemaTree } from './schema-view.ts'
import { type SiteScope, writePart } from './site-scope.ts'
import type { Tab } from './tabs-view.ts'
import { tabsView } from './tabs-view.ts'

/** By media type; with tabs where there are several. `name`: what its parts are called. */
export function contentView(
  content: Readonly<Record<string, OpenApiMedia>>,
  name: string,
  scope: SiteScope,
): Html {
  const kinds = Object.entries(content)
  const [only] = kinds
  if (!only) return html``
  const view = (media: OpenApiMedia, at: number) =>
    scope.fit(`${name}-${at}`, (within) => mediaView(media, within))
  if (kinds.length === 1) return html`<p class="media">${only[0]}</p>${view(only[1], 0)}`
  const tabs = kinds.map(([title, media], at): Tab => ({ title, body: view(media, at) }))
  return tabsView(scope.words.body, tabs, scope.ids)
}

function mediaView({ schema }: OpenApiMedia, scope: SiteScope): Html {
  if (!schema) return html``
  const { name, schema: target } = scope.lookup(schema)
  return writePart(
    scope,
    name === undefined ? [] : [name],
    (part) => html`${scope.prose(target.description)}${schemaTree(schema, part)}`,
  )
}
