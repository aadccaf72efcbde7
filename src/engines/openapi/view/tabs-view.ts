import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { PageIds } from '../../html/page-ids.ts'

export type Tab = { title: Html | string; body: Html }

/** Radio buttons, as the tabs of a text: they work without a script. */
export function tabsView(label: string, tabs: readonly Tab[], ids: PageIds): Html {
  const name = ids('api-tabs')
  return html`<div class="tabs" role="group" aria-label="${label}">${tabs.map(
    ({ title, body }, at) =>
      html`<div class="tab"><label class="tab-title"><input type="radio" name="${name}"${at === 0 && html` checked`}><span>${title}</span></label><div class="tab-panel">${body}</div></div>`,
  )}</div>`
}
