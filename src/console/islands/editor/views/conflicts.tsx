// Two people changed the same blocks: both versions, and the choice between them.

import { useEffect, useRef } from 'preact/hooks'
import { DOMSerializer, Fragment, type Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { emojiOf } from '../../../../engines/html/emoji-names.ts'
import type { EditorWords } from '../../../words/editor.ts'
import type { HeadConflict } from '../model/page-head.ts'
import { idOf } from '../model/saved-page.ts'
import { schema } from '../model/schema.ts'
import type { Conflict } from '../saving/take-runs.ts'

export type Choosing = 'mine' | 'theirs' | 'both'
type Props = {
  words: EditorWords
  state: EditorState
  conflicts: readonly Conflict[]
  heads: readonly HeadConflict[]
  choose(conflict: Conflict, choice: Choosing): void
  chooseHead(conflict: HeadConflict, choice: 'mine' | 'theirs'): void
}

export function Conflicts({ words, state, conflicts, heads, choose, chooseHead }: Props) {
  const { conflict: texts } = words
  const mine = (conflict: Conflict) =>
    state.doc.children.filter((node) => conflict.mine.includes(idOf(node) ?? ''))
  return (
    <section class="edit-conflicts" aria-label={words.status.conflict}>
      {heads.map((conflict) => (
        <section key={conflict.field} class="edit-conflict" aria-label={texts.title}>
          <h2>
            {texts.title} · {words.head[conflict.field]}
          </h2>
          <div class="edit-sides">
            <Words label={texts.mine} text={shownHead(conflict, conflict.mine)} none={texts.deleted} />
            <Words label={texts.theirs} text={shownHead(conflict, conflict.theirs)} none={texts.deleted} />
          </div>
          <div class="edit-buttons">
            <button type="button" class="button" onClick={() => chooseHead(conflict, 'mine')}>
              {texts.keepMine}
            </button>
            <button type="button" class="button plain" onClick={() => chooseHead(conflict, 'theirs')}>
              {texts.takeTheirs}
            </button>
          </div>
        </section>
      ))}
      {conflicts.map((conflict) => (
        <section key={conflict.id} class="edit-conflict" aria-label={texts.title}>
          <h2>{texts.title}</h2>
          <div class="edit-sides">
            <Side label={texts.mine} nodes={mine(conflict)} none={texts.deleted} />
            <Side label={texts.theirs} nodes={conflict.theirs.map(({ node }) => node)} none={texts.deleted} />
          </div>
          <div class="edit-buttons">
            <button type="button" class="button" onClick={() => choose(conflict, 'mine')}>
              {texts.keepMine}
            </button>
            <button type="button" class="button plain" onClick={() => choose(conflict, 'theirs')}>
              {texts.takeTheirs}
            </button>
            <button type="button" class="button plain" onClick={() => choose(conflict, 'both')}>
              {texts.keepBoth}
            </button>
          </div>
        </section>
      ))}
    </section>
  )
}

const shownHead = ({ field }: HeadConflict, value: string) =>
  field === 'emoji' && value !== '' ? emojiOf(value) : value

function Words({ label, text, none }: { label: string; text: string; none: string }) {
  return (
    <div class="edit-side">
      <h3>{label}</h3>
      <p dir="auto">{text || none}</p>
    </div>
  )
}

const serializer = DOMSerializer.fromSchema(schema)

function Side({ label, nodes, none }: { label: string; nodes: readonly Node[]; none: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(
      nodes.length > 0 ? serializer.serializeFragment(Fragment.from(nodes)) : none,
    )
  }, [nodes])
  return (
    <div class="edit-side">
      <h3>{label}</h3>
      <div class="content" ref={place} inert />
    </div>
  )
}
