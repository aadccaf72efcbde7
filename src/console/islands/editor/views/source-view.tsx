// The whole page as Markdown. Whoever changes nothing here changes no byte.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { Failure } from '../saving/api.ts'
import type { PageApi } from '../saving/page-api.ts'
import type { Saver, Status } from '../saving/saver.ts'

type Props = { words: EditorWords; api: PageApi; saver: Saver; tell(status: Status): void; leave(): void }

const REST = 1_500

export function SourceView({ words, api, saver, tell, leave }: Props) {
  const [text, write] = useState<string>()
  const [isConflict, ask] = useState(false)
  const page = useRef({ revision: '', saved: '', now: '', timer: 0, work: Promise.resolve(true) })
  const { current } = page

  async function load() {
    const revision = await api.head()
    const markdown = await api.markdown(revision)
    Object.assign(current, { revision, saved: markdown, now: markdown })
    write(markdown)
    ask(false)
  }

  /** Whether everything is saved. One after the other: an answer says what the next is based on. */
  function save(isOver = false): Promise<boolean> {
    clearTimeout(current.timer)
    current.work = current.work.then(() => send(isOver))
    return current.work
  }

  async function send(isOver: boolean) {
    const { now } = current
    if (now === current.saved) return true
    tell({ kind: 'saving' })
    try {
      const base = isOver ? await api.head() : current.revision
      current.revision = await saver.writing(() => api.saveMarkdown(base, now, crypto.randomUUID()))
      current.saved = now
      ask(false)
      tell({ kind: current.now === now ? 'saved' : 'unsaved' })
      return current.now === now
    } catch (error) {
      const isOutrun = error instanceof Failure && error.status === 409 && 'conflicts' in error.details
      if (isOutrun) ask(true)
      tell(isOutrun ? { kind: 'conflict' } : saver.troubleOf(error))
      return false
    }
  }

  useEffect(() => {
    load().catch((error: unknown) => tell(saver.troubleOf(error)))
    return () => clearTimeout(current.timer)
  }, [])

  const changed = (value: string) => {
    write(value)
    current.now = value
    tell({ kind: 'unsaved' })
    clearTimeout(current.timer)
    current.timer = window.setTimeout(() => void save(), REST)
  }
  const back = async () => {
    if (await save()) leave()
  }

  return (
    <div class="edit-markdown">
      <div class="tools">
        <button type="button" class="button plain small" onClick={() => void back()}>
          {words.toolbar.visual}
        </button>
      </div>
      {isConflict && (
        <div class="edit-trouble" role="alert">
          <p>{words.source.conflict}</p>
          <div class="edit-buttons">
            <button type="button" class="button" onClick={() => void save(true)}>
              {words.source.overwrite}
            </button>
            <button type="button" class="button plain" onClick={() => void load()}>
              {words.source.reload}
            </button>
          </div>
        </div>
      )}
      {text === undefined ? (
        <p class="quiet">{words.loading}</p>
      ) : (
        <textarea
          class="edit-source whole"
          aria-label={words.source.label}
          spellcheck={false}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => changed(currentTarget.value)}
          onKeyDown={(event) => {
            if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
            event.preventDefault()
            void save()
          }}
        />
      )}
    </div>
  )
}
