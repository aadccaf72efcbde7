import { useEffect, useState } from 'preact/hooks'
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { EditorWords } from '../../../words/editor.ts'
import type { FoundPage } from '../saving/page-api.ts'
import { EditDialog } from './edit-dialog.tsx'

type Props = {
  words: EditorWords
  url: string
  find(query: string): Promise<FoundPage[]>
  /** Undefined takes the link away. */
  set(ref: ContentRef | undefined, title: string): void
  close(): void
}

const ADDRESS = /^([a-z][a-z0-9+.-]*:|\/|#)/i

export function LinkDialog({ words, url, find, set, close }: Props) {
  const [target, write] = useState(url)
  const [pages, show] = useState<FoundPage[]>()
  useEffect(() => {
    if (target.trim() === '' || ADDRESS.test(target)) return show(undefined)
    const timer = setTimeout(() => find(target).then(show, () => show([])), 150)
    return () => clearTimeout(timer)
  }, [target])
  const { link, settings } = words
  const asAddress = (text: string) => (ADDRESS.test(text) ? text : `https://${text}`)
  const apply = () => {
    const [first] = pages ?? []
    if (target.trim() === '') return
    if (ADDRESS.test(target) || /^[\w-]+(\.[\w-]+)+(\/|$)/.test(target))
      set({ kind: 'url', url: asAddress(target.trim()) }, target)
    else if (first) set({ kind: 'page', page: first.id }, first.title)
  }
  const unlink = url !== '' && (
    <button type="button" class="button plain" onClick={() => set(undefined, '')}>
      {settings.unlink}
    </button>
  )
  return (
    <EditDialog
      words={words}
      label={link.title}
      apply={apply}
      applyLabel={link.set}
      isReady
      more={unlink}
      close={close}
    >
      <label>
        <span>{link.target}</span>
        <input value={target} onInput={({ currentTarget }) => write(currentTarget.value)} maxLength={2048} />
      </label>
      {pages && (
        <section aria-label={link.results} class="edit-found">
          {pages.length === 0 && <p class="quiet">{link.none}</p>}
          {pages.map(({ id, title, path }) => (
            <button
              key={id}
              type="button"
              class="edit-choice"
              onClick={() => set({ kind: 'page', page: id }, title)}
            >
              <span>{title}</span>
              {path && <small>{path}</small>}
            </button>
          ))}
        </section>
      )}
    </EditDialog>
  )
}
