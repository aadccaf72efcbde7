// Fonts of an organization, by upload: kept as files of ours, which all its sites can use.
import { type Html, html } from '../../../engines/html/html.ts'
import type { CustomFont } from '../../../rooms/sites/customization/schema-fonts.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import type { Api } from '../../api.ts'
import { fieldView } from '../../frame/fields.ts'
import type { Form, SentFile } from '../../frame/page.ts'

const WEIGHTS = { regular: 400, bold: 700 } as const
const NAMES = ['regular', 'bold'] as const

/** Whether it was something of these. */
export async function takeFont(api: Api, organizationId: string, form: Form): Promise<boolean> {
  const fonts = `/orgs/${organizationId}/fonts`
  switch (form.get('action')) {
    case 'add-font': {
      const fontFaces = []
      for (const name of NAMES) {
        const file = form.file(name)
        if (file.bytes.length > 0)
          fontFaces.push({ weight: WEIGHTS[name], storageKey: await sendFace(api, organizationId, file) })
      }
      await api.put(fonts, { fontFamily: form.get('fontFamily').trim(), fontFaces })
      return true
    }
    case 'delete-font':
      await api.delete(`${fonts}/${encodeURIComponent(form.get('font'))}`)
      return true
    default:
      return false
  }
}

async function sendFace(api: Api, organizationId: string, { name, bytes }: SentFile): Promise<string> {
  const file = { name: name || 'font.woff2', type: 'font/woff2', size: bytes.length }
  const { key, url } = await api.post<{ key: string; url: string }>(
    `/orgs/${organizationId}/storage/upload`,
    { file, kind: 'customization_font' },
  )
  await api.upload(url, file.type, bytes)
  return key
}

export function fontsView({ words }: OwnAsked, fonts: readonly CustomFont[]): Html {
  const { ownFonts } = words.sitePages.look
  const file = (name: (typeof NAMES)[number], isRequired: boolean) =>
    html`<div class="field"><label for="font-${name}">${ownFonts[name]}</label><input id="font-${name}" name="${name}" type="file" accept=".woff2,.woff"${isRequired && html` required`}></div>`
  const row = ({ id, fontFamily, fontFaces, permissions }: CustomFont) =>
    html`<li><span class="grow"><strong>${fontFamily}</strong> <span class="quiet">${fontFaces.map(({ weight }) => weight).join(', ')}</span></span>${permissions.edit && html`<form method="post"><input type="hidden" name="font" value="${id}"><button class="button plain small" name="action" value="delete-font" aria-label="${words.app.delete}: ${fontFamily}">${words.app.delete}</button></form>`}</li>`
  return html`<details class="look-group"${fonts.length > 0 && html` open`}><summary>${ownFonts.title}</summary><div>${fonts.length > 0 && html`<ul class="rows">${fonts.map(row)}</ul>`}
    <form method="post" enctype="multipart/form-data">${fieldView({ name: 'fontFamily', label: ownFonts.name, maxLength: 50 })}${file('regular', true)}${file('bold', false)}
    <p class="hint">${ownFonts.hint}</p><button class="button small" name="action" value="add-font">${ownFonts.add}</button></form></div></details>`
}
