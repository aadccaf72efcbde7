// What is known of the tree, and what is done to it: shown at once, and sent to the server one after the other.
import { ask, Failure } from '../editor/saving/api.ts'
import { tellUnreachable } from '../start/connection-events.ts'
import { openMemory } from './memory.ts'
import {
  aboveOf,
  changed,
  type Listed,
  matchesIn,
  mayMove,
  moved,
  type Node,
  type Row,
  rowsOf,
  type Spot,
  siblingsIn,
  spotOf,
  type Tree,
  treeOf,
  withBelow,
  without,
} from './model/nodes.ts'
import { fill, type Place } from './place.ts'

export type Told = { text: string; undo?: () => void; isTrouble?: boolean; isSignedOut?: boolean }
export type Shown = {
  tree: Tree
  rows: readonly Row[]
  open: ReadonlySet<string>
  query: string
  current?: string
  renamed?: string
  told?: Told
}
type Sent = { page?: string; changes: object[] }
type Outcome = {
  revision?: string
  changeRequest?: { revision: string }
  changes: { page: string | { id: string } }[]
}

/** Of the changes that one request takes. */
const MOST_CHANGES = 50
const EMPTY: Tree = { nodes: new Map(), top: [] }

export function openTree(place: Place, show: (shown: Shown) => void) {
  const { words } = place
  const memory = openMemory(place.space)
  let state: Shown = { tree: EMPTY, rows: [], open: new Set(), query: '' }
  let revision: string | undefined
  const waiting: Sent[] = []
  let running: Promise<void> | undefined

  function set(next: Partial<Shown>) {
    const before = state
    state = { ...state, ...next }
    if (state.tree !== before.tree || state.open !== before.open || state.query !== before.query)
      state = { ...state, rows: visibleRows(state) }
    show(state)
  }

  async function load() {
    const [{ pages }, head] = await Promise.all([
      ask<{ pages: Listed[] }>('GET', `${place.content}/pages?metadata=false&computed=false`),
      place.mayEdit ? headOf(place) : undefined,
    ])
    if (waiting.length > 0 || running) return void resume()
    revision = head
    const isFirst = state.tree === EMPTY
    const tree = treeOf(pages)
    const open = isFirst ? memory.read(parentsIn(tree)) : state.open
    const current = [state.current, tree.top[0]].find((id) => id !== undefined && tree.nodes.has(id))
    set({ tree, open, current })
  }

  async function run() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        const outcome = await ask<Outcome>('POST', place.content, { changes: next.changes })
        revision = outcome.revision ?? outcome.changeRequest?.revision
        if (state.told?.text === words.offline) set({ told: undefined })
      } catch (error) {
        set({ told: troubleOf(error) })
        if (isUnreachable(error)) {
          waiting.unshift(next)
          return tellUnreachable()
        }
        waiting.length = 0
      }
    }
  }

  /** A move that waits is replaced by a later one of the same page. */
  function send(sent: Sent) {
    const last = waiting.at(-1)
    if (last && sent.page !== undefined && last.page === sent.page) waiting.pop()
    waiting.push(sent)
    return resume()
  }

  /** What nobody answered waits, in the tree as it was left, until the server can be reached. */
  function resume() {
    running ??= run().finally(() => {
      running = undefined
      // Addresses of pages follow their place.
      if (waiting.length === 0) load().catch((error) => set({ told: troubleOf(error) }))
    })
    return running
  }

  function troubleOf(error: unknown): Told {
    if (error instanceof Failure && error.status === 401)
      return { text: words.signedOut, isTrouble: true, isSignedOut: true }
    if (isUnreachable(error)) return { text: words.offline, isTrouble: true }
    const reason = error instanceof Error ? error.message : String(error)
    return { text: fill(words.failed, { reason }), isTrouble: true }
  }

  const titleOf = (id: string | null) => (id === null ? '' : (state.tree.nodes.get(id)?.title ?? ''))

  function place_(id: string, spot: Spot) {
    const tree = moved(state.tree, id, spot)
    const open = new Set([...state.open, ...aboveOf(tree, id)])
    memory.write(open)
    set({ tree, open, current: id })
    void send({ page: id, changes: [{ operation: 'update_page', page: id, ...spot }] })
  }

  const session = {
    place,
    now: () => state,
    load,
    set,
    /** Also where it is in a page that is closed. */
    goTo(id: string) {
      if (!state.tree.nodes.has(id)) return
      set({ open: new Set([...state.open, ...aboveOf(state.tree, id)]), current: id })
    },
    /** False where it may not go. */
    move(id: string, spot: Spot): boolean {
      const before = spotOf(state.tree, id)
      const isThere = before.into === spot.into && before.at === spot.at
      if (isThere) return true
      const title = titleOf(id)
      if (!mayMove(state.tree, id, spot)) {
        set({ told: { text: fill(words.cannot, { title }), isTrouble: true } })
        return false
      }
      place_(id, spot)
      const count = siblingsIn(state.tree, spot.into).length
      const text = fill(spot.into === null ? words.movedTop : words.moved, {
        title,
        parent: titleOf(spot.into),
        at: spot.at + 1,
        total: count,
      })
      const undo = () => {
        place_(id, before)
        set({ told: { text: words.undone } })
      }
      set({ told: { text, undo } })
      return true
    },
    rename(id: string, title: string) {
      const before = titleOf(id)
      set({ renamed: undefined })
      if (title === '' || title === before) return
      const rename = (title: string) => {
        set({ tree: changed(state.tree, id, { title }) })
        void send({ changes: [{ operation: 'update_page', page: id, title }] })
      }
      rename(title)
      const undo = () => {
        rename(before)
        set({ told: { text: words.undone } })
      }
      set({ told: { text: fill(words.renamed, { title }), undo } })
    },
    hide(id: string, isHidden: boolean) {
      set({ tree: changed(state.tree, id, { isHidden }) })
      void send({ changes: [{ operation: 'update_page', page: id, hidden: isHidden }] })
    },
    async remove(id: string) {
      await running
      const { tree } = state
      const origin = revision
      const ids = withBelow(tree, id)
      const { into, at } = spotOf(tree, id)
      const next = siblingsIn(tree, into)[at + 1] ?? siblingsIn(tree, into)[at - 1] ?? into ?? undefined
      const title = titleOf(id)
      set({ tree: without(tree, id), current: next })
      const removed = send({ changes: [{ operation: 'delete_page', page: id }] })
      const undo = async () => {
        await removed
        // Each after the one above it, so that it finds its place.
        const back = ids.map((page) => ({ operation: 'revert_page', page, revision: origin }))
        for (let from = 0; from < back.length; from += MOST_CHANGES)
          void send({ changes: back.slice(from, from + MOST_CHANGES) })
        set({ told: { text: words.undone }, current: id })
      }
      const isKnown = origin !== undefined
      set({ told: { text: fill(words.removed, { title }), undo: isKnown ? () => void undo() : undefined } })
    },
    async duplicate({ id, title, parent }: Node) {
      const { at } = spotOf(state.tree, id)
      const copy = fill(words.copyOf, { title }).slice(0, 255)
      await add({ operation: 'copy_page', page: id, title: copy, into: parent, at: at + 1 })
    },
    /** A new page, whose title is asked for at once. */
    async addBelow(id: string) {
      session.toggle(id, true)
      const made = await add({
        ...{ operation: 'insert_page', type: 'document', into: id },
        ...{ title: words.untitled, document: { markdown: '' } },
      })
      set({ current: made, renamed: made })
    },
    toggle(id: string, isOpen: boolean) {
      const open = new Set(state.open)
      if (isOpen) open.add(id)
      else open.delete(id)
      memory.write(open)
      set({ open })
    },
    toggleAll(isOpen: boolean) {
      const open = new Set(isOpen ? parentsIn(state.tree) : [])
      memory.write(open)
      set({ open })
    },
    fail: (error: unknown) => set({ told: troubleOf(error) }),
  }

  async function add(change: object) {
    await running
    const { changes } = await ask<Outcome>('POST', place.content, { changes: [change] })
    await load()
    const made = changes[0]?.page
    return typeof made === 'object' ? made.id : made
  }

  return session
}

export type Session = ReturnType<typeof openTree>

function visibleRows({ tree, open, query }: Shown): Row[] {
  if (query.trim() === '') return rowsOf(tree, (id) => open.has(id))
  const found = matchesIn(tree, query)
  return rowsOf(tree, () => true).filter(({ node }) => found.has(node.id))
}

const isUnreachable = (error: unknown) => error instanceof Failure && error.status === 0

function parentsIn({ nodes }: Tree): string[] {
  return [...nodes.values()].filter(({ children }) => children.length > 0).map(({ id }) => id)
}

/** Where pages come back from that are deleted now. */
async function headOf({ content }: Place): Promise<string | undefined> {
  const answer = await ask<{ revision: string }>('GET', content.replace(/\/content$/, ''))
  return answer.revision
}
