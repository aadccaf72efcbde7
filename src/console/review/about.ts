// What a change request is about, in its own words, and other ones.
import { type Html, html } from '../../engines/html/html.ts'
import { parseMarkdown } from '../../engines/markdown/parse.ts'
import { publicDocument } from '../../engines/markdown/public-document.ts'
import { writeMarkdown } from '../../engines/markdown/write.ts'
import { fieldView } from '../frame/fields.ts'
import type { Form } from '../frame/page.ts'
import type { RequestAsked } from './request-page.ts'
import { openWriting } from './thread.ts'

const LONGEST = 10_000

export function aboutView({ words, space, request, isOpen }: RequestAsked): Html {
  const { changes, review, compare, save } = words
  const text = request.description ? writeMarkdown(request.description).trim() : ''
  return html`${text !== '' && html`<section class="panel">${openWriting()(text)}</section>`}${
    space.permissions.edit &&
    isOpen &&
    html`<details class="fold" id="about"><summary>${review.rename}</summary><form method="post" class="panel">
    ${fieldView({ name: 'subject', label: changes.subject, hint: changes.subjectHint, value: request.subject, maxLength: 100 })}
    <div class="field"><label for="description">${compare.description}</label>
    <textarea id="description" name="description" rows="4" maxlength="${LONGEST}">${text}</textarea><p class="hint">${review.markdown}</p></div>
    <button class="button small" name="action" value="rename">${save}</button></form></details>`
  }`
}

/** What the form changes. */
export function aboutIn(form: Form) {
  const subject = form.get('subject').trim()
  if (!form.has('description')) return { subject }
  const text = form.get('description').replaceAll('\r\n', '\n').slice(0, LONGEST)
  return { subject, description: publicDocument(parseMarkdown(text, { hasKeys: false })) }
}
