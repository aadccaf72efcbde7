// What can be done with what stands in a line and is chosen.
import type { EditorView } from 'prosemirror-view'
import type { EditorWords } from '../../../words/editor.ts'
import type { InlineKind } from './inline-commands.ts'

type Props = { words: EditorWords; view: EditorView; kind: InlineKind; change(): void }

export function InlineSettings({ words: { inline, settings }, view, kind, change }: Props) {
  const remove = () => {
    view.dispatch(view.state.tr.deleteSelection())
    view.focus()
  }
  return (
    <section class="edit-settings" aria-label={settings.label}>
      <span class="edit-setting">{inline.kinds[kind]}</span>
      <button type="button" class="button plain small" onClick={change}>
        {inline.change}
      </button>
      <button type="button" class="button plain small" onClick={remove}>
        {settings.remove}
      </button>
    </section>
  )
}
