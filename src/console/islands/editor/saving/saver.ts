// Saves as somebody writes: after a rest, the blocks that were touched alone. Text stays on this device until the server
// said that it has it, and nothing but that is called saved.
import { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { type Head, type HeadConflict, headChange, headOf, mergeHeads } from '../model/page-head.ts'
import { reconcile } from '../model/reconcile.ts'
import {
  editsBetween,
  type SavedBlock,
  type SavedPage,
  savedPage,
  writtenBlocks,
} from '../model/saved-page.ts'
import { schema } from '../model/schema.ts'
import { toEditor } from '../model/to-editor.ts'
import type { Place } from '../place.ts'
import { withNames } from '../typing/ids.ts'
import { Failure } from './api.ts'
import { type Draft, dropDraft, keepDraft } from './drafts.ts'
import type { PageApi } from './page-api.ts'
import { openSharedRequest } from './shared-request.ts'
import { type Conflict, takeRuns } from './take-runs.ts'

export type Trouble = 'offline' | 'busy' | 'signedOut' | 'full' | 'forbidden' | 'gone' | 'refused'
export type Status = {
  kind: 'unchanged' | 'saved' | 'unsaved' | 'saving' | 'conflict' | Trouble
  message?: string
}

const REST = 1_500
/** Somebody who never rests is saved all the same. */
const LONGEST = 10_000
const DRAFT_REST = 300
const RETRY = [2_000, 4_000, 8_000, 15_000, 30_000]

type Pending = {
  key: string
  revision: string
  edits: ReturnType<typeof editsBetween>
  head?: ReturnType<typeof headChange>
  written: Node[]
}

export type Editing = {
  state(): EditorState
  dispatch(transaction: Transaction): void
  tell(status: Status): void
  /** What stands above the text, and what others made of it. */
  head(): Head
  takeHead(head: Head): void
  conflicts(conflicts: Conflict[], heads: HeadConflict[]): void
  opened(number: number): void
  /** The copy on this device does not work. */
  unkept(): void
}

export type Saver = ReturnType<typeof openSaver>

export function openSaver(place: Place, api: PageApi, editing: Editing) {
  let saved: SavedPage = { revision: place.revision, blocks: [], head: headOf({}) }
  let pending: Pending | undefined
  let working: Promise<void> | undefined
  /** What others wrote is being read. */
  let looking: Promise<void> | undefined
  let isPaused = false
  let hasSaved = false
  let failures = 0
  let [rest, longest, drafting]: (ReturnType<typeof setTimeout> | undefined)[] = []
  const openKey = crypto.randomUUID()
  const shared = openSharedRequest(place)
  const tab = crypto.randomUUID()
  let draftName = nameOf(place, tab)

  const written = () => writtenBlocks(editing.state().doc)
  const isDirty = () => (pending ?? nextPending()) !== undefined

  function changed() {
    editing.tell({ kind: isPaused ? 'conflict' : 'unsaved' })
    clearTimeout(drafting)
    drafting = setTimeout(keep, DRAFT_REST)
    schedule(REST)
    longest ??= setTimeout(() => void save(), LONGEST)
  }

  function schedule(after: number) {
    clearTimeout(rest)
    rest = setTimeout(() => void save(), after)
  }

  async function keep() {
    clearTimeout(drafting)
    drafting = undefined
    const draft: Draft = {
      name: draftName,
      number: place.number,
      at: Date.now(),
      revision: saved.revision,
      base: saved.blocks.map(({ id, key, node }) => ({ id, key, node: node.toJSON() })),
      doc: editing.state().doc.toJSON(),
      heads: { base: saved.head, now: editing.head() },
    }
    await keepDraft(draft).catch(() => editing.unkept())
  }

  /** One at a time: an answer says what the next one is based on. */
  function save(): Promise<void> {
    clearTimeout(rest)
    clearTimeout(longest)
    longest = undefined
    if (isPaused) return Promise.resolve()
    working ??= (looking ? looking.then(work) : work()).catch(failed).finally(() => {
      working = undefined
    })
    return working
  }

  async function work() {
    for (;;) {
      pending ??= nextPending()
      if (!pending) break
      editing.tell({ kind: 'saving' })
      await requireRequest()
      await send(pending)
      failures = 0
      hasSaved = true
      if (isPaused) return
    }
    clearTimeout(drafting)
    drafting = undefined
    await dropDraft(draftName).catch(() => {})
    editing.tell({ kind: hasSaved ? 'saved' : 'unchanged' })
  }

  function nextPending(): Pending | undefined {
    const now = written()
    const edits = editsBetween(saved, now)
    const head = headChange(saved.head, editing.head())
    if (edits.length === 0 && !head) return
    return { key: crypto.randomUUID(), revision: saved.revision, edits, head, written: now }
  }

  async function requireRequest() {
    if (place.number !== undefined) return
    const subject = `${place.words.subject} “${place.title}”`.slice(0, 100)
    await enter(await shared.joinOr(() => api.openRequest(subject, openKey)))
  }

  async function enter(number: number) {
    place.number = number
    await dropDraft(draftName).catch(() => {})
    draftName = nameOf(place, tab)
    await keep()
    editing.opened(number)
  }

  async function send({ key, revision, edits, head, written }: Pending) {
    const answer = await api.savePage(revision, { edits, head }, key).catch(async (error: unknown) => {
      if (!isOutrun(error)) throw error
      pending = undefined
      await catchUp()
    })
    if (!answer) return
    pending = undefined
    const keys = answer.blocks ?? saved.blocks.map(({ key }) => key)
    const blocks = written.map((node, at): SavedBlock => ({ id: node.attrs.id, key: keys[at] ?? '', node }))
    saved = { revision: answer.revision, blocks, head: { ...saved.head, ...withoutNulls(head) } }
    if (answer.isMerged || !answer.blocks || keys.length !== written.length) await catchUp(answer.revision)
  }

  /** Reads the page as it is on the server, and brings both together. */
  async function catchUp(known?: string) {
    const revision = known ?? (await api.head())
    const page = await api.page(revision)
    const theirs = savedPage(revision, toEditor(page.document))
    const taken = takeRuns(editing.state(), reconcile(saved, written(), theirs.blocks))
    const heads = mergeHeads(saved.head, editing.head(), page.head)
    saved = { revision, blocks: taken.blocks, head: page.head }
    if (taken.transaction.docChanged) editing.dispatch(taken.transaction)
    editing.takeHead(heads.head)
    if (taken.conflicts.length + heads.conflicts.length === 0) return
    isPaused = true
    void keep()
    editing.tell({ kind: 'conflict' })
    editing.conflicts(taken.conflicts, heads.conflicts)
  }

  function failed(error: unknown) {
    const trouble = troubleOf(error)
    editing.tell(trouble)
    void keep()
    const isLasting = trouble.kind === 'forbidden' || trouble.kind === 'gone' || trouble.kind === 'refused'
    if (!isLasting) schedule(RETRY[Math.min(failures++, RETRY.length - 1)] ?? 0)
    // Sent again it would be refused again: the next attempt says what there is then.
    else pending = undefined
  }

  return {
    changed,
    save,
    isDirty,
    isBusy: () => (working ?? looking) !== undefined || isPaused,
    revision: () => saved.revision,
    start(revision: string, doc: Node, head: Head) {
      saved = savedPage(revision, doc, head)
    },
    /** What was kept on this device, on what the server had then; what it has now comes on top. */
    async restore(draft: Draft) {
      saved = {
        revision: draft.revision,
        blocks: draft.base.map(({ id, key, node }) => ({ id, key, node: Node.fromJSON(schema, node) })),
        head: draft.heads?.base ?? saved.head,
      }
      const { doc, tr } = editing.state()
      const kept = Node.fromJSON(schema, draft.doc)
      editing.dispatch(tr.replaceWith(0, doc.content.size, kept.content).setMeta('remote', true))
      if (draft.heads) editing.takeHead(draft.heads.now)
      await catchUp()
      await dropDraft(draft.name)
      changed()
    },
    resolved() {
      isPaused = false
      changed()
      return save()
    },
    /** Does something that writes to the same change request, while nothing else is saved. */
    async apart<T>(work: () => Promise<T>): Promise<T> {
      await save()
      const done = requireRequest().then(work)
      working = done.then(() => catchUp()).catch(() => {})
      await working
      working = undefined
      return done
    },
    /** Others saved something. What is written here meanwhile comes together with it. */
    async refresh() {
      await working
      if (working || looking || isPaused || pending) return
      if (place.number === undefined) {
        const number = await shared.join().catch(() => undefined)
        if (number !== undefined && place.number === undefined) await enter(number)
        if (working || looking) return
      }
      looking = api
        .head()
        .then((head) => (head === saved.revision ? undefined : catchUp(head)))
        .catch(() => {})
        .finally(() => {
          looking = undefined
        })
      await looking
    },
    /** Another way to write to the same change request, which is opened if there is none. */
    async writing<T>(work: () => Promise<T>): Promise<T> {
      await requireRequest()
      hasSaved = true
      return work()
    },
    troubleOf,
    leaveRequest: shared.leave,
    reload: async () => {
      const revision = await api.head()
      const { document, head } = await api.page(revision)
      const doc = withNames(toEditor(document))
      saved = savedPage(revision, doc, head)
      editing.takeHead(head)
      return doc
    },
    keep,
  }
}

export const draftsOf = ({ user, space, page }: Place) => `${user} ${space} ${page} `
const nameOf = (place: Place, tab: string) => `${draftsOf(place)}${place.number ?? 'new'} ${tab}`

function withoutNulls(head: ReturnType<typeof headChange> = {}): Partial<Head> {
  return Object.fromEntries(Object.entries(head).map(([name, value]) => [name, value ?? '']))
}

/** Others changed the same since, or the revision is not one of this change request any more. */
function isOutrun(error: unknown) {
  if (!(error instanceof Failure)) return false
  return (
    (error.status === 409 && 'conflicts' in error.details) ||
    (error.status === 400 && /base/.test(error.message))
  )
}

function troubleOf(error: unknown): Status {
  if (!(error instanceof Failure)) return { kind: 'refused', message: String(error) }
  const { status, message } = error
  if (status === 0) return { kind: 'offline' }
  if (status === 401) return { kind: 'signedOut' }
  if (status === 403) return { kind: 'forbidden' }
  if (status === 404) return { kind: 'gone' }
  if (status === 507) return { kind: 'full' }
  if (status >= 500 || status === 429) return { kind: 'busy' }
  return { kind: 'refused', message }
}
