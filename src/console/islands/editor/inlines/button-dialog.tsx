import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ButtonInline } from '../../../../engines/markdown/document.ts'
import type { EditorWords } from '../../../words/editor.ts'
import type { PageApi } from '../saving/page-api.ts'
import { IconField } from './icon-field.tsx'
import type { IconNames } from './icons.ts'
import { TargetField } from './target-field.tsx'

type Props = {
  words: EditorWords
  data?: ButtonInline['data']
  api: Pick<PageApi, 'findPages' | 'titleOf'>
  icons: IconNames
  set(data: ButtonInline['data']): void
  close(): void
}

const KINDS = ['primary', 'secondary'] as const

export function ButtonDialog({ words, data, api, icons, set, close }: Props) {
  const { button: texts, inline, atom } = words
  const dialog = useRef<HTMLDialogElement>(null)
  const [label, write] = useState(data?.label ?? '')
  const [kind, become] = useState(data?.kind ?? 'primary')
  const [target, lead] = useState(data?.ref)
  const [icon, sign] = useState(data?.icon ?? '')
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (target && label.trim() !== '')
      set({ label: label.trim(), kind, ref: target, ...(icon !== '' && { icon }) })
  }
  return (
    <dialog ref={dialog} class="edit-dialog" aria-label={inline.kinds.button} onClose={close}>
      <form onSubmit={submit}>
        <label>
          <span>{texts.label}</span>
          <input
            value={label}
            maxLength={200}
            required
            autoFocus
            onInput={({ currentTarget }) => write(currentTarget.value)}
          />
        </label>
        <TargetField words={words} target={target} find={api.findPages} titleOf={api.titleOf} choose={lead} />
        <label>
          <span>{texts.kind}</span>
          <select
            value={kind}
            onChange={({ currentTarget: { value } }) => become(value === 'secondary' ? value : 'primary')}
          >
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {texts.kinds[name]}
              </option>
            ))}
          </select>
        </label>
        <details class="edit-more" open={icon !== ''}>
          <summary>{inline.kinds.icon}</summary>
          <IconField words={words} icons={icons} icon={icon} choose={sign} mayBeNone />
        </details>
        <div class="edit-buttons">
          <button type="submit" class="button" disabled={!target || label.trim() === ''}>
            {atom.apply}
          </button>
          <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
            {atom.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}
