// Two people changed the same blocks: both versions, and the choice between them.

import { useEffect, useRef } from 'preact/hooks'
import { DOMSerializer, Fragment, type Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import type { EditorWords } from '../../../words/editor.ts'
import { idOf } from '../model/saved-page.ts'
import { schema } from '../model/schema.ts'
import type { Conflict } from '../saving/take-runs.ts'

export type Choosing = 'mine' | 'theirs' | 'both'
type Props = {
  words: EditorWords
  state: EditorState
  conflicts: readonly Conflict[]
  choose(conflict: Conflict, choice: Choosing): void
}

export function Conflicts({ words, state, conflicts, choose }: Props) {
  const { conflict: texts } = words
  const mine = (conflict: Conflict) =>
    state.doc.children.filter((node) => conflict.mine.includes(idOf(node) ?? ''))
  return (
    <section class="edit-conflicts" aria-label={words.status.conflict}>
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
