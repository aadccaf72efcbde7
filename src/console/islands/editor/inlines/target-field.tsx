// Where something leads: an address, or a page that is found by its words.
import { useEffect, useState } from 'preact/hooks'
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { EditorWords } from '../../../words/editor.ts'
import type { FoundPage } from '../saving/page-api.ts'
import type { TitleOf } from '../saving/page-titles.ts'

type Props = {
  words: EditorWords
  target?: ContentRef
  find(query: string): Promise<FoundPage[]>
  titleOf: TitleOf
  choose(target: ContentRef | undefined): void
}

const ADDRESS = /^([a-z][a-z0-9+.-]*:|\/|#)/i
const HOST = /^[\w-]+(\.[\w-]+)+(\/|$)/

export function TargetField({ words: { link }, target, find, titleOf, choose }: Props) {
  const [text, write] = useState(target?.kind === 'url' ? target.url : '')
  const [pages, show] = useState<FoundPage[]>()
  const [now, name] = useState('')
  const { page, space } = target?.kind === 'page' || target?.kind === 'anchor' ? target : {}
  useEffect(() => {
    if (page === undefined) return name('')
    let isOver = false
    titleOf(page, space).then(
      (title) => !isOver && name(title),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [page])
  useEffect(() => {
    if (text.trim() === '' || ADDRESS.test(text) || HOST.test(text)) return show(undefined)
    const timer = setTimeout(() => find(text).then(show, () => show([])), 150)
    return () => clearTimeout(timer)
  }, [text])
  const typed = (value: string) => {
    write(value)
    const address = value.trim()
    if (ADDRESS.test(address)) choose({ kind: 'url', url: address })
    else if (HOST.test(address)) choose({ kind: 'url', url: `https://${address}` })
    else if (address !== '' || target?.kind === 'url') choose(undefined)
  }
  const take = ({ id, title }: FoundPage) => {
    choose({ kind: 'page', page: id })
    name(title)
    write('')
  }
  return (
    <div class="edit-target">
      <label>
        <span>{link.target}</span>
        <input
          value={text}
          placeholder={now}
          maxLength={2048}
          onInput={({ currentTarget: { value } }) => typed(value)}
          onKeyDown={(event) => {
            const [first] = pages ?? []
            if (event.key !== 'Enter' || !first || target) return
            event.preventDefault()
            take(first)
          }}
        />
      </label>
      {pages && !target && (
        <section aria-label={link.results} class="edit-found">
          {pages.length === 0 && <p class="quiet">{link.none}</p>}
          {pages.map((found) => (
            <button key={found.id} type="button" class="edit-choice" onClick={() => take(found)}>
              <span>{found.title}</span>
              {found.path && <small>{found.path}</small>}
            </button>
          ))}
        </section>
      )}
    </div>
  )
}
