// One page that is open in the editor: the text, its saving, and what is shown around it. Views look at `shown`.
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ContentRef } from '../../../engines/content/records.ts'
import type { JSONDocument } from '../../../engines/markdown/document.ts'
import { openClaims } from './conditions/claims.ts'
import { openIconNames } from './inlines/icons.ts'
import type { InlineKind } from './inlines/inline-commands.ts'
import { openVariables } from './inlines/variables.ts'
import { type Head, type HeadConflict, headOf } from './model/page-head.ts'
import { documentOf } from './model/saved-page.ts'
import { blockNode, toEditor } from './model/to-editor.ts'
import { editedAt, type Place } from './place.ts'
import { type Draft, dropDraft, findDrafts } from './saving/drafts.ts'
import { openPageApi, pathOf } from './saving/page-api.ts'
import { openTitles } from './saving/page-titles.ts'
import { openPeople } from './saving/people.ts'
import { openPickers, type Pick } from './saving/pickers.ts'
import { draftsOf, openSaver, type Status } from './saving/saver.ts'
import { type Conflict, takeTheirs } from './saving/take-runs.ts'
import { withNames } from './typing/ids.ts'
import { openView } from './typing/open-view.ts'
import type { Incoming } from './typing/paste.ts'
import { openRenderer } from './typing/rendered.ts'
import type { MenuKeys, Suggestion } from './typing/suggest.ts'

export type Shown = {
  state?: EditorState
  status: Status
  number?: number
  suggestion?: Suggestion
  head: Head
  conflicts: readonly Conflict[]
  headConflicts: readonly HeadConflict[]
  drafts: readonly Draft[]
  isUnkept: boolean
  isUploading: boolean
  problem?: string
  dialog?:
    | { kind: 'link' }
    | { kind: 'atom'; at: number }
    | { kind: 'new'; markdown: string }
    | { kind: 'pick'; of: Pick }
    | { kind: 'condition'; at?: number }
    | { kind: 'inline'; of: InlineKind; at?: number }
    | { kind: 'target'; at: number }
  isSource: boolean
  isFinished: boolean
}

export type Session = ReturnType<typeof openSession>

/** How soon what was heard of others is looked at. */
const HEARD = 150
/** How often somebody looks whether others wrote who hears nothing of them. */
const LOOK = 20_000

export function openSession(place: Place, changed: (shown: Shown) => void) {
  const api = openPageApi(place)
  const menu: MenuKeys = {}
  let view: EditorView | undefined
  let shown: Shown = {
    status: { kind: 'unchanged' },
    number: place.number,
    head: headOf({ title: place.title }),
    conflicts: [],
    headConflicts: [],
    drafts: [],
    isUnkept: false,
    isUploading: false,
    isSource: false,
    isFinished: false,
  }
  const show = (more: Partial<Shown>) => {
    shown = { ...shown, ...more }
    changed(shown)
  }
  const opened = () => {
    if (!view) throw new Error('The page is not loaded yet')
    return view
  }

  const saver = openSaver(place, api, {
    state: () => opened().state,
    dispatch: (transaction) => opened().dispatch(transaction),
    tell: (status) => show({ status }),
    head: () => shown.head,
    takeHead: (head) => show({ head }),
    conflicts: (conflicts, headConflicts) => show({ conflicts, headConflicts }),
    opened(number) {
      history.replaceState(null, '', editedAt(place, number))
      show({ number })
    },
    unkept: () => show({ isUnkept: true }),
  })

  const variables = openVariables(place, saver.revision)
  const titleOf = openTitles(place.space, api, saver.revision)

  const incoming: Incoming = {
    async upload(file) {
      show({ isUploading: true, problem: undefined })
      try {
        const url = await api.upload(file)
        return await saver.apart(() => api.insertFile(file.name, url, crypto.randomUUID()))
      } finally {
        show({ isUploading: false })
      }
    },
    bring: async (from, file) => incoming.upload(await api.bytes(from, file)),
    convert: async (html) => (await api.convert(saver.revision(), { html })).document,
    failed: (error) => show({ problem: error instanceof Error ? error.message : String(error) }),
  }

  const render = async (document: JSONDocument) =>
    (await api.convert(saver.revision(), { document, render: true })).rendered

  const nameOf = async (ref: ContentRef) => (ref.kind === 'space' ? api.titleOfSpace(ref.space) : undefined)

  const sources = openSources()
  function openSources() {
    const known = new Map<string, Promise<string | undefined>>()
    return (ref: ContentRef): Promise<string | undefined> => {
      if (ref.kind === 'url') return Promise.resolve(/^data:image\//.test(ref.url) ? ref.url : undefined)
      if (ref.kind !== 'file') return Promise.resolve(undefined)
      const found =
        known.get(ref.file) ??
        api
          .file(ref.file, { space: place.space, revision: saver.revision() })
          .then(({ contentType, downloadURL }) =>
            contentType.startsWith('image/') ? pathOf(downloadURL) : undefined,
          )
      known.set(ref.file, found)
      return found.catch(() => {
        known.delete(ref.file)
        return undefined
      })
    }
  }

  async function start(element: HTMLElement, leave: () => void) {
    const page = await api.page(place.revision)
    const { head } = page
    const doc = withNames(toEditor(page.document))
    saver.start(place.revision, doc, head)
    view = openView(element, {
      doc,
      place,
      revision: saver.revision,
      menu,
      incoming,
      sources,
      titleOf,
      actions: {
        link: () => show({ dialog: { kind: 'link' } }),
        save: () => void saver.save(),
        source: () => void openSource(),
        leave,
      },
      suggest: (suggestion) => {
        if (suggestion !== shown.suggestion) show({ suggestion })
      },
      render: openRenderer(render, nameOf),
      variables,
      editCondition: (at) => show({ dialog: { kind: 'condition', at } }),
      editInline: (of, at) => show({ dialog: { kind: 'inline', of, at } }),
      editAtom: (at) => show({ dialog: { kind: 'atom', at } }),
      applied(state, isOwn) {
        show({ state })
        if (isOwn) saver.changed()
      },
    })
    show({ state: view.state, head })
    const drafts = await findDrafts(draftsOf(place)).catch(() => [])
    show({ drafts })
    listen()
  }

  function listen() {
    const awake = () => {
      if (document.visibilityState !== 'visible' || shown.isSource || shown.isFinished) return
      if (saver.isDirty()) void saver.save()
      else void saver.refresh()
    }
    document.addEventListener('visibilitychange', awake)
    addEventListener('focus', awake)
    addEventListener('online', awake)
    setInterval(awake, LOOK)
    // The frame around the editor hears of it first. Changes often come several at once.
    let hearing: ReturnType<typeof setTimeout> | undefined
    document.addEventListener('quire:changed', () => {
      clearTimeout(hearing)
      hearing = setTimeout(() => {
        if (document.visibilityState === 'visible' && !shown.isSource && !shown.isFinished)
          void saver.refresh()
      }, HEARD)
    })
    addEventListener('pagehide', () => {
      if (!shown.isSource && saver.isDirty()) void saver.keep()
    })
    addEventListener('beforeunload', (event) => {
      if (saver.isDirty() || shown.status.kind === 'unsaved') event.preventDefault()
    })
  }

  async function openSource() {
    await saver.save()
    if (!saver.isDirty() && !saver.isBusy()) show({ isSource: true, suggestion: undefined })
  }

  /** Once everything was decided. */
  async function goOn() {
    if (shown.conflicts.length + shown.headConflicts.length === 0) await saver.resolved()
  }

  return {
    place,
    api,
    saver,
    menu,
    start,
    show,
    openSource,
    incoming,
    variables,
    titleOf,
    findPeople: openPeople(place),
    icons: openIconNames(),
    claims: openClaims(place),
    view: opened,
    async leaveSource() {
      const doc = await saver.reload()
      const { state, dispatch } = opened()
      dispatch(state.tr.replaceWith(0, state.doc.content.size, doc.content).setMeta('remote', true))
      show({ isSource: false })
      opened().focus()
    },
    async restore(draft: Draft) {
      show({ drafts: [] })
      await saver.restore(draft).catch((error: unknown) => show({ status: saver.troubleOf(error) }))
      opened().focus()
    },
    async discard(drafts: readonly Draft[]) {
      show({ drafts: [] })
      for (const { name } of drafts) await dropDraft(name)
    },
    async choose(conflict: Conflict, choice: 'mine' | 'theirs' | 'both') {
      const { state, dispatch } = opened()
      if (choice !== 'mine') dispatch(takeTheirs(state, conflict, choice === 'both').setMeta('remote', true))
      show({ conflicts: shown.conflicts.filter(({ id }) => id !== conflict.id) })
      await goOn()
      opened().focus()
    },
    setHead(head: Partial<Head>) {
      show({ head: { ...shown.head, ...head } })
      saver.changed()
    },
    async chooseHead({ field, theirs }: HeadConflict, choice: 'mine' | 'theirs') {
      const headConflicts = shown.headConflicts.filter((one) => one.field !== field)
      show({ headConflicts, head: choice === 'mine' ? shown.head : { ...shown.head, [field]: theirs } })
      await goOn()
    },
    pick: openPickers(place, api, saver.revision),
    /** Markdown as readers see it. */
    preview: async (markdown: string) =>
      (await api.convert(saver.revision(), { markdown, render: true })).rendered,
    /** A block as Markdown, and what it becomes when that was edited. */
    async sourceAt(at: number): Promise<string> {
      const node = opened().state.doc.nodeAt(at)
      if (!node) return ''
      return (await api.convert(saver.revision(), { document: documentOf(node) })).markdown
    },
    async replaceAt(at: number, markdown: string) {
      const { document } = await api.convert(saver.revision(), { markdown })
      const { state, dispatch } = opened()
      const node = state.doc.nodeAt(at)
      if (!node) return
      const [first, ...rest] = document.nodes.map(blockNode)
      // The first of them is that block still: so what was not touched in it stays as it is spelt.
      const nodes = first
        ? [first.type.create({ ...first.attrs, id: node.attrs.id }, first.content), ...rest]
        : []
      dispatch(
        nodes.length > 0
          ? state.tr.replaceWith(at, at + node.nodeSize, nodes)
          : state.tr.delete(at, at + node.nodeSize),
      )
    },
    /** It is merged: what is written from now on has no place any more. */
    finish() {
      saver.leaveRequest()
      opened().setProps({ editable: () => false })
      show({ isFinished: true })
    },
    async merge() {
      await saver.save()
      if (saver.isDirty()) return
      return api.merge()
    },
  }
}
