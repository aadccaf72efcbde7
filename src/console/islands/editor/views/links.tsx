// What leads elsewhere: links in the text, people who are mentioned, and cells of tables.
import { useEffect, useState } from 'preact/hooks'
import { TextSelection } from 'prosemirror-state'
import type { ContentRef } from '../../../../engines/content/records.ts'
import { insertInline, mentionInline } from '../inlines/inline-commands.ts'
import { TargetDialog } from '../inlines/target-dialog.tsx'
import { markType, schema } from '../model/schema.ts'
import type { FoundPage } from '../saving/page-api.ts'
import type { Person } from '../saving/people.ts'
import type { Session } from '../session.ts'
import { setValue } from '../tables/table-commands.ts'
import { type Suggestion, suggestionIn } from '../typing/suggest.ts'
import { closing } from './edit-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { Menu } from './menu.tsx'

type Suggesting = { session: Session; suggestion: Suggestion }

export function PagesToLink({ session, suggestion: { from, query } }: Suggesting) {
  const { link, insert } = session.place.words
  const [pages, show] = useState<FoundPage[]>([])
  useEffect(() => {
    if (query.trim() === '') return show([])
    const timer = setTimeout(() => session.api.findPages(query).then(show, () => show([])), 120)
    return () => clearTimeout(timer)
  }, [query])
  const view = session.view()
  const choices = pages.map(({ id, title, path }) => ({
    id,
    label: title,
    hint: path,
    take() {
      const typed = suggestionIn(view.state)
      if (!typed) return
      const mark = linkTo({ kind: 'page', page: id })
      const { tr } = view.state
      view.dispatch(tr.replaceWith(typed.from, typed.to, schema.text(title, [mark])).removeStoredMark(mark))
      view.focus()
    },
  }))
  return (
    <Menu
      label={link.results}
      none={query.trim() === '' ? insert.find : link.none}
      choices={choices}
      at={view.coordsAtPos(from)}
      keys={session.menu}
    />
  )
}

const linkTo = (ref: ContentRef) => markType('link').create({ rest: { data: { ref } } })

export function Link({ session }: { session: Session }) {
  const { words } = session.place
  const view = session.view()
  const { $from, from, to } = view.state.selection
  const around = linkAround(session)
  const close = closing(session)
  const set = (ref: ContentRef | undefined, title: string) => {
    const { tr } = view.state
    const range = around ?? { from, to }
    tr.removeMark(range.from, range.to, markType('link'))
    if (ref && range.from === range.to) tr.insert(from, schema.text(title, [...$from.marks(), linkTo(ref)]))
    else if (ref) tr.addMark(range.from, range.to, linkTo(ref))
    tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(to))))
    view.dispatch(tr.removeStoredMark(markType('link')))
    close()
  }
  return (
    <LinkDialog words={words} url={around?.url ?? ''} find={session.api.findPages} set={set} close={close} />
  )
}

/** The whole link that the cursor is in. */
function linkAround(session: Session): { from: number; to: number; url: string } | undefined {
  const { $from } = session.view().state.selection
  const mark =
    markType('link').isInSet($from.marks()) ?? markType('link').isInSet($from.nodeAfter?.marks ?? [])
  if (!mark) return
  const start = $from.start()
  let found: { from: number; to: number } | undefined
  $from.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return
    const end = start + offset + node.nodeSize
    if (found && found.to === start + offset) found.to = end
    else if (!found || found.to < $from.pos) found = { from: start + offset, to: end }
  })
  const ref: ContentRef | undefined = mark.attrs.rest?.data?.ref
  return found && { ...found, url: ref?.kind === 'url' ? ref.url : '' }
}

export function PeopleToMention({ session, suggestion: { from, query } }: Suggesting) {
  const { link } = session.place.words
  const [people, show] = useState<Person[]>()
  useEffect(() => {
    let isOver = false
    const ask = () => void session.findPeople(query).then((found) => !isOver && show(found))
    const timer = setTimeout(ask, 120)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [query])
  const view = session.view()
  // An @ is also just an @.
  if (!people || people.length === 0) return null
  const choices = people.map(({ id, name, email }) => ({
    id,
    label: name,
    hint: email,
    take() {
      const typed = suggestionIn(view.state)
      if (!typed) return
      view.dispatch(view.state.tr.delete(typed.from, typed.to))
      insertInline(mentionInline(id, `@${name}`))(view.state, view.dispatch)
      view.dispatch(view.state.tr.insertText(' '))
      view.focus()
    },
  }))
  return (
    <Menu label={link.people} none="" choices={choices} at={view.coordsAtPos(from)} keys={session.menu} />
  )
}

export function Target({ session, at }: { session: Session; at: number }) {
  const { place, api, titleOf } = session
  const view = session.view()
  const close = closing(session)
  const set = (target: ContentRef) => {
    const tr = setValue(view.state, at, target)
    if (tr) view.dispatch(tr)
    close()
  }
  return (
    <TargetDialog
      words={place.words}
      target={view.state.doc.nodeAt(at)?.attrs.given?.value}
      find={api.findPages}
      titleOf={titleOf}
      set={set}
      close={close}
    />
  )
}
