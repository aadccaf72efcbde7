// What the space and a change request both changed: side by side, as readers would see it, and a choice for each.
import { type Html, html } from '../../engines/html/html.ts'
import type { ConflictView } from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { conflictsAt, reviewAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'
import { SPACE } from '../spaces/space-page.ts'
import { readTitles, textView, valueView } from './conflict-values.ts'
import { openRequestPage, type RequestAsked, requestPage } from './request-page.ts'

/** Those behind them are chosen together. */
const MOST_HUNKS = 200
/** Letters, as browsers send them, that stand in the fields for own texts from the start: a form is bounded. */
const MOST_GIVEN = 60_000

type Side = 'ours' | 'theirs'
const SIDES: readonly Side[] = ['ours', 'theirs']

export const conflictsPage = appPage({
  path: conflictsAt(SPACE, ':changeRequestId'),
  help: 'review/conflicts',
  show: (asked: OwnAsked) => show(asked),
  async take(asked, form) {
    const { api, path, home, request } = await openRequestPage(asked)
    if (form.get('action') === 'update') {
      await api.post(`${path}/update`)
      return lead(conflictsAt(home, request.number))
    }
    if (form.get('action') === 'preview') return show(asked, draftsIn(form))
    await api.post(`${path}/conflicts/resolve`, choiceOf(form))
    return lead(`${conflictsAt(home, request.number)}?done`)
  },
})

/** What somebody chose or wrote about one subject, and has not kept yet. */
type Drafts = {
  kind: string
  id: string
  choose: string
  hunks: ReadonlyMap<string, { choose: string; own: string }>
}

function hunksIn(form: Form) {
  return form.get('hunks').split(' ').filter(Boolean).slice(0, MOST_HUNKS)
}

function draftsIn(form: Form): Drafts {
  // Browsers send line breaks as two letters, and show them again as one.
  const draft = (id: string) => ({
    choose: form.get(`hunk-${id}`),
    own: form.get(`own-${id}`).replaceAll('\r\n', '\n'),
  })
  return {
    ...{ kind: form.get('kind'), id: form.get('id'), choose: form.get('choose') },
    hunks: new Map(hunksIn(form).map((id) => [id, draft(id)])),
  }
}

async function show(asked: OwnAsked, drafts?: Drafts): Promise<ConsoleAnswer> {
  const opened = await openRequestPage(asked)
  const { api, words, path, home, request, isOpen, url } = opened
  const { items } = await api.get<List<ConflictView>>(`${path}/conflicts`)
  const titles = await readTitles(opened, items)
  const { conflict } = words
  return requestPage(opened, {
    title: conflict.title,
    isCompared: true,
    body: html`${noticeView(url.searchParams.has('done') ? conflict.done : undefined)}
        <p>${conflict.text}</p>
        ${items.length === 0 && html`<p class="empty">${conflict.none} <a href="${reviewAt(home, request.number)}">${conflict.back}</a></p>`}
        ${isOpen && items.some(({ isPulled }) => !isPulled) && updateView(opened)}
        ${subjectsOf(items).map((subject) => subjectView(opened, { subject, titles, drafts: isAbout(drafts, subject) ? drafts : undefined }))}`,
  })
}

function choiceOf(form: Form) {
  const hunks = hunksIn(form).map((id) => {
    const choose = form.get(`hunk-${id}`)
    return choose === 'own' ? { id, markdown: form.get(`own-${id}`) } : { id, choose }
  })
  return {
    kind: form.get('kind'),
    id: form.get('id'),
    choose: form.get('choose'),
    ...(hunks.length > 0 && { hunks }),
  }
}

/** What is chosen together: all conflicts about one page, file or order. */
type Subject = { kind: string; id: string; conflicts: ConflictView[] }

function subjectsOf(conflicts: readonly ConflictView[]): Subject[] {
  const subjects = new Map<string, Subject>()
  for (const conflict of conflicts) {
    const { kind, id } = conflict
    const key = JSON.stringify([kind, id])
    const known = subjects.get(key) ?? { kind, id, conflicts: [] }
    known.conflicts.push(conflict)
    subjects.set(key, known)
  }
  return [...subjects.values()]
}

function updateView({ words }: RequestAsked): Html {
  return html`<form method="post" class="panel"><p>${words.conflict.updateText}</p>
    <button class="button" name="action" value="update">${words.review.update}</button></form>`
}

function isAbout(drafts: Drafts | undefined, { kind, id }: Subject) {
  return drafts?.kind === kind && drafts.id === id
}

type About = { subject: Subject; titles: ReadonlyMap<string, string>; drafts?: Drafts }

function subjectView(asked: RequestAsked, about: About): Html {
  const { words, space, isOpen } = asked
  const { conflict } = words
  const { kind, id, conflicts } = about.subject
  const title = conflicts.find((one) => one.title)?.title ?? id
  const hunks = conflicts.flatMap((one) => one.hunks ?? [])
  const rest = conflicts.filter((one) => !one.hunks)
  const mayChoose = isOpen && space.permissions.edit && conflicts.every(({ isPulled }) => isPulled)
  const isTogether = rest.length > 0 || hunks.length > MOST_HUNKS
  return html`<section class="panel"><h2>${title}</h2><form method="post">
    <input type="hidden" name="kind" value="${kind}"><input type="hidden" name="id" value="${id}">
    <input type="hidden" name="hunks" value="${hunks
      .slice(0, MOST_HUNKS)
      .map((hunk) => hunk.id)
      .join(' ')}">
    ${hunksView(asked, about, { hunks, mayChoose })}
    ${restView(asked, about, { rest, more: Math.max(0, hunks.length - MOST_HUNKS), mayChoose })}
    ${!isTogether && html`<input type="hidden" name="choose" value="ours">`}
    ${mayChoose && html`<div class="actions"><button class="button" name="action" value="choose">${conflict.keep}</button>${hunks.length > 0 && html`<button class="button plain" name="action" value="preview" formnovalidate>${words.compare.preview}</button>`}</div>`}
    </form></section>`
}

type Hunk = NonNullable<ConflictView['hunks']>[number]

/** Line by line. The field for an own text begins with ours, where all of these are not too long to be sent. */
function hunksView(
  asked: RequestAsked,
  { drafts }: About,
  { hunks, mayChoose }: { hunks: readonly Hunk[]; mayChoose: boolean },
): Html[] {
  const { conflict } = asked.words
  const shown = hunks.slice(0, MOST_HUNKS)
  const isShort = shown.reduce((sum, { ours }) => sum + encodeURIComponent(ours).length, 0) <= MOST_GIVEN
  return shown.map(({ id, ours, theirs }) => {
    const draft = drafts?.hunks.get(id)
    const text = draft?.own ?? (isShort ? ours : '')
    return sidesView(asked, {
      ...{ name: `hunk-${id}`, about: conflict.fields.body, mayChoose },
      ours: textView(ours, conflict.nothing),
      theirs: textView(theirs, conflict.nothing),
      chosen: draft?.choose,
      own: { id, text, isShown: draft !== undefined },
    })
  })
}

/** All else about it, and lines behind the most: one choice, which the first of them has. */
function restView(
  asked: RequestAsked,
  { titles, drafts }: About,
  { rest, more, mayChoose }: { rest: readonly ConflictView[]; more: number; mayChoose: boolean },
): Html[] {
  const { conflict } = asked.words
  const side = (one: ConflictView, of: Side) => valueView(asked.words, one.field, one[of], titles)
  const sides = [
    ...rest.map((one) => ({
      about: conflict.fields[fieldOf(one)],
      ours: side(one, 'ours'),
      theirs: side(one, 'theirs'),
    })),
    ...(more > 0 ? [{ about: conflict.more({ count: more }), ours: html``, theirs: html`` }] : []),
  ]
  return sides.map((one, at) =>
    sidesView(asked, { ...one, mayChoose, ...(at === 0 && { name: 'choose', chosen: drafts?.choose }) }),
  )
}

const FIELDS = ['body', 'place', 'existence', 'order', 'title', 'value'] as const

function fieldOf({ field }: ConflictView): (typeof FIELDS)[number] {
  return FIELDS.find((known) => known === field) ?? 'value'
}

type Own = { id: string; text: string; isShown: boolean }
type Sides = {
  name?: string
  about: string
  ours: Html
  theirs: Html
  mayChoose: boolean
  chosen?: string
  own?: Own
}

/** Without a name of its own it follows the choice above it. */
function sidesView(asked: RequestAsked, { name, about, mayChoose, chosen, own, ...sides }: Sides): Html {
  const { conflict } = asked.words
  const box = (side: Side) => {
    const label = html`<span class="side">${conflict.sides[side]}</span>`
    return name !== undefined && mayChoose
      ? html`<label class="choice">${label}<input type="radio" name="${name}" value="${side}"${chosen === side && html` checked`} required><div class="shown">${sides[side]}</div></label>`
      : html`<div class="choice">${label}<div class="shown">${sides[side]}</div></div>`
  }
  return html`<fieldset><legend>${about}</legend><div class="sides">${SIDES.map(box)}</div>
    ${own && name !== undefined && mayChoose && ownView(asked, { name, own, isChosen: chosen === 'own' })}</fieldset>`
}

/** A third text, in place of both. What is kept is what the field has. */
function ownView(
  { words }: RequestAsked,
  { name, own: { id, text, isShown }, isChosen }: { name: string; own: Own; isChosen: boolean },
): Html {
  const { compare, conflict } = words
  // Browsers leave out a line break at the very beginning.
  const typed = text.startsWith('\n') ? `\n${text}` : text
  return html`<details class="own"${isChosen && html` open`}><summary>${compare.own}</summary>
    <label class="check"><input type="radio" name="${name}" value="own"${isChosen && html` checked`}> ${compare.own}</label>
    <div class="field"><label for="own-${id}">${compare.ownText}</label><textarea id="own-${id}" name="own-${id}" rows="6" maxlength="100000" dir="auto">${typed}</textarea></div>
    ${isShown && isChosen && html`<p class="quiet">${compare.readersSee}</p><div class="panel">${textView(text, conflict.nothing)}</div>`}</details>`
}
