// Where a page goes, found by its title: for thousands of pages, and for hands without a mouse.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { aboveOf, mayMove, siblingsIn } from '../model/nodes.ts'
import { fill } from '../place.ts'
import type { Session } from '../session.ts'

const MOST = 40

export function MoveDialog({ session, id, close }: { session: Session; id: string; close(): void }) {
  const { words } = session.place
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, ask] = useState('')
  const [chosen, choose] = useState(0)
  const title = session.now().tree.nodes.get(id)?.title ?? ''
  const places = placesFor(session, id, query)
  const at = Math.min(chosen, places.length - 1)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(
    () => document.getElementById(`tree-place-${at}`)?.scrollIntoView({ block: 'nearest' }),
    [at, query],
  )
  const take = (into: string | null) => {
    close()
    session.move(id, { into, at: siblingsIn(session.now().tree, into).filter((one) => one !== id).length })
  }
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: places.length - 1 }[event.key]
    if (step !== undefined) choose((at + step) % Math.max(1, places.length))
    else if (event.key === 'Enter' && places[at]) take(places[at].into)
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} class="tree-dialog" aria-label={`${words.moveTo} ${title}`} onClose={close}>
      <h2>{title}</h2>
      <div class="field">
        <label for="tree-place">{words.moveBelow}</label>
        <input
          id="tree-place"
          role="combobox"
          aria-expanded="true"
          aria-controls="tree-places"
          aria-activedescendant={places.length > 0 ? `tree-place-${at}` : undefined}
          autocomplete="off"
          value={query}
          onInput={({ currentTarget }) => {
            ask(currentTarget.value)
            choose(0)
          }}
          onKeyDown={key}
        />
      </div>
      <div id="tree-places" class="tree-places" role="listbox" tabIndex={-1} aria-label={words.moveBelow}>
        {places.map(({ into, label, above }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys stay with the field above.
          <div
            key={into ?? ''}
            id={`tree-place-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            class="item"
            onClick={() => take(into)}
          >
            <span>{label}</span>
            {above && <small class="quiet">{above}</small>}
          </div>
        ))}
      </div>
      {places.length === 0 && <p class="quiet">{words.noMatch}</p>}
      <div class="actions">
        <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
          {words.cancel}
        </button>
      </div>
    </dialog>
  )
}

type Destination = { into: string | null; label: string; above: string }

function placesFor(session: Session, id: string, query: string): Destination[] {
  const { tree } = session.now()
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found: Destination[] = []
  if (words.length === 0) found.push({ into: null, label: session.place.words.top, above: '' })
  for (const node of tree.nodes.values()) {
    if (found.length >= MOST) break
    const title = node.title.toLocaleLowerCase()
    if (!words.every((word) => title.includes(word))) continue
    if (!mayMove(tree, id, { into: node.id, at: 0 })) continue
    const above = aboveOf(tree, node.id).map((one) => tree.nodes.get(one)?.title ?? '')
    found.push({ into: node.id, label: fill(node.title, {}), above: above.toReversed().join(' › ') })
  }
  return found
}
