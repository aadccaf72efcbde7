import { useLayoutEffect, useRef } from 'preact/hooks'
import type { EditorWords } from '../../../words/editor.ts'
import { IconField } from './icon-field.tsx'
import type { IconNames } from './icons.ts'

type Props = { words: EditorWords; icon: string; icons: IconNames; set(icon: string): void; close(): void }

export function IconDialog({ words, icon, icons, set, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="edit-dialog" aria-label={words.inline.kinds.icon} onClose={close}>
      <IconField words={words} icons={icons} icon={icon} choose={set} />
      <div class="edit-buttons">
        <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
          {words.atom.cancel}
        </button>
      </div>
    </dialog>
  )
}
