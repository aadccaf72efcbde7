import { useEffect, useRef, useState } from 'preact/hooks'
import { Condition, openCondition } from '../conditions/condition.tsx'
import { InlineDialog } from '../inlines/inline-dialog.tsx'
import { blockNode } from '../model/to-editor.ts'
import type { Place } from '../place.ts'
import type { Option, Pick } from '../saving/pickers.ts'
import { openSession, type Session, type Shown } from '../session.ts'
import { insertBlock, NEW } from '../typing/commands.ts'
import { takeImages } from '../typing/paste.ts'
import { type Suggestion, typedIn } from '../typing/suggest.ts'
import { AtomDialog } from './atom-dialog.tsx'
import { Conflicts } from './conflicts.tsx'
import { Drafts } from './drafts.tsx'
import { closing } from './edit-dialog.tsx'
import { insertions, matching } from './insert-choices.ts'
import { Link, PagesToLink, PeopleToMention, Target } from './links.tsx'
import { Menu } from './menu.tsx'
import { PageHead } from './page-head.tsx'
import { PickDialog } from './pick-dialog.tsx'
import { RequestLine } from './request-line.tsx'
import { Settings } from './settings.tsx'
import { SourceView } from './source-view.tsx'
import { isTrouble, StatusLine, TroubleView } from './status.tsx'
import { Toolbar } from './toolbar.tsx'

export function App({ place }: { place: Place }) {
  const { words } = place
  const surface = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [shown, show] = useState<Shown>()
  const [problem, fail] = useState('')
  const [session] = useState(() => openSession(place, show))
  useEffect(() => {
    const leave = () => toolbar.current?.querySelector('select')?.focus()
    if (surface.current) session.start(surface.current, leave).catch(() => fail(words.failed))
  }, [])
  useEffect(() => {
    const back = ({ key }: KeyboardEvent) => key === 'Escape' && session.view().focus()
    toolbar.current?.addEventListener('keydown', back)
  }, [])
  const {
    state,
    status = { kind: 'unchanged' } as const,
    conflicts = [],
    drafts = [],
    isSource = false,
  } = shown ?? {}
  const view = state && session.view()
  return (
    <>
      <div class="edit-head">
        <StatusLine words={words} status={status} />
        {shown?.isUploading && <span class="edit-status">{words.status.uploading}</span>}
        <RequestLine session={session} number={shown?.number} mayMerge={!isTrouble(status)} />
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={words.toolbar.image}
        onChange={({ currentTarget }) => {
          const view = session.view()
          takeImages(view, [...(currentTarget.files ?? [])], view.state.selection.from, session.incoming)
          currentTarget.value = ''
          view.focus()
        }}
      />
      <div class="edit-top" ref={toolbar}>
        {view && !isSource && !shown?.isFinished && (
          <>
            <Toolbar
              words={words}
              view={view}
              state={state}
              link={() => session.show({ dialog: { kind: 'link' } })}
              insert={() => openMenu(session)}
              condition={() => openCondition(session)}
              note={() => session.show({ dialog: { kind: 'inline', of: 'annotation' } })}
              source={() => void session.openSource()}
              image={() => file.current?.click()}
            />
            <Settings
              words={words}
              view={view}
              state={state}
              incoming={session.incoming}
              edit={(at) => session.show({ dialog: { kind: 'atom', at } })}
              lead={(at) => session.show({ dialog: { kind: 'target', at } })}
              editCondition={() => openCondition(session)}
              editInline={(of, at) => session.show({ dialog: { kind: 'inline', of, at } })}
            />
          </>
        )}
      </div>
      <Drafts session={session} drafts={drafts} />
      <TroubleView
        words={words}
        status={status}
        isUnkept={shown?.isUnkept ?? false}
        retry={() => void session.saver.save()}
      />
      {shown?.problem && (
        <p class="edit-trouble" role="alert">
          {shown.problem}
        </p>
      )}
      {state && shown && conflicts.length + shown.headConflicts.length > 0 && (
        <Conflicts
          words={words}
          state={state}
          conflicts={conflicts}
          heads={shown.headConflicts}
          choose={(...choice) => void session.choose(...choice)}
          chooseHead={(...choice) => void session.chooseHead(...choice)}
        />
      )}
      {!state && <p class="quiet edit-loading">{problem || words.loading}</p>}
      {isSource && (
        <SourceView
          words={words}
          api={session.api}
          saver={session.saver}
          tell={(status) => session.show({ status })}
          leave={() => void session.leaveSource()}
        />
      )}
      <div class="edit-surface" dir={place.direction} hidden={isSource || !state}>
        {shown && state && (
          <PageHead
            words={words}
            head={shown.head}
            isTitleOnly={place.isReusable ?? false}
            isFixed={shown.isFinished}
            set={session.setHead}
            down={() => session.view().focus()}
          />
        )}
        <div class="edit-text" ref={surface} />
      </div>
      {shown?.suggestion && !isSource && (
        <Suggestions session={session} suggestion={shown.suggestion} image={() => file.current?.click()} />
      )}
      {shown?.dialog?.kind === 'link' && <Link session={session} />}
      {shown?.dialog?.kind === 'target' && <Target session={session} at={shown.dialog.at} />}
      {shown?.dialog?.kind === 'new' && <NewAtom session={session} markdown={shown.dialog.markdown} />}
      {shown?.dialog?.kind === 'pick' && <Picked session={session} of={shown.dialog.of} />}
      {shown?.dialog?.kind === 'condition' && (
        <Condition session={session} at={shown.dialog.at} close={closing(session)} />
      )}
      {shown?.dialog?.kind === 'inline' && (
        <InlineDialog
          session={session}
          kind={shown.dialog.of}
          at={shown.dialog.at}
          close={closing(session)}
        />
      )}
      {shown?.dialog?.kind === 'atom' && <Atom session={session} at={shown.dialog.at} />}
      {isTrouble(status) && <span class="visually-hidden">{words.status[status.kind]}</span>}
    </>
  )
}

function openMenu(session: Session) {
  const view = session.view()
  view.focus()
  const { $from } = view.state.selection
  const isAfterWord =
    $from.parentOffset > 0 && !/\s$/.test($from.parent.textBetween(0, $from.parentOffset, undefined, 'x'))
  view.dispatch(view.state.tr.insertText(isAfterWord ? ' /' : '/'))
}

/** `image`: asks which one. */
type Suggesting = { session: Session; suggestion: Suggestion; image(): void }

function Suggestions({ session, suggestion, image }: Suggesting) {
  if (suggestion.kind === 'page') return <PagesToLink session={session} suggestion={suggestion} />
  if (suggestion.kind === 'person') return <PeopleToMention session={session} suggestion={suggestion} />
  return <Blocks session={session} suggestion={suggestion} image={image} />
}

function Blocks({ session, suggestion: { from, query, isInline }, image }: Suggesting) {
  const { words } = session.place
  const view = session.view()
  const all = insertions(words).filter((one) => !isInline || 'inline' in one)
  const choices = matching(all, query).map((one) => ({
    id: one.id,
    label: one.label,
    take() {
      const typed = typedIn(view.state, !('inline' in one))
      if (!typed) return
      view.dispatch(view.state.tr.delete(typed.from, typed.to))
      if ('run' in one) one.run(view.state, view.dispatch, view)
      else if ('inline' in one) return session.show({ dialog: { kind: 'inline', of: one.inline } })
      else if ('isImage' in one) return image()
      else if ('isCondition' in one) return session.show({ dialog: { kind: 'condition' } })
      else if ('pick' in one) return session.show({ dialog: { kind: 'pick', of: one.pick } })
      else return session.show({ dialog: { kind: 'new', markdown: one.markdown } })
      view.focus()
    },
  }))
  return (
    <Menu
      label={words.insert.label}
      none={words.insert.none}
      choices={choices}
      at={view.coordsAtPos(from)}
      keys={session.menu}
    />
  )
}

async function insertMarkdown(session: Session, markdown: string) {
  const { document } = await session.api.convert(session.saver.revision(), { markdown })
  const view = session.view()
  for (const block of document.nodes) insertBlock(blockNode(block))(view.state, view.dispatch, view)
}

function NewAtom({ session, markdown }: { session: Session; markdown: string }) {
  const close = closing(session)
  const apply = async (source: string) => {
    await insertMarkdown(session, source)
    close()
  }
  return (
    <AtomDialog
      words={session.place.words}
      read={() => Promise.resolve(markdown)}
      apply={apply}
      preview={session.preview}
      close={close}
    />
  )
}

function Picked({ session, of }: { session: Session; of: Pick }) {
  const close = closing(session)
  const take = ({ block }: Option) => {
    const view = session.view()
    insertBlock(NEW.atom(block))(view.state, view.dispatch, view)
    close()
  }
  return <PickDialog words={session.place.words} of={of} find={session.pick} take={take} close={close} />
}

function Atom({ session, at }: { session: Session; at: number }) {
  const close = closing(session)
  const apply = async (markdown: string) => {
    await session.replaceAt(at, markdown)
    close()
  }
  return (
    <AtomDialog
      words={session.place.words}
      read={() => session.sourceAt(at)}
      apply={apply}
      preview={session.preview}
      close={close}
    />
  )
}
