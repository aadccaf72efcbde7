import { useState } from 'preact/hooks'
import type { ButtonInline } from '../../../../engines/markdown/document.ts'
import type { EditorWords } from '../../../words/editor.ts'
import type { PageApi } from '../saving/page-api.ts'
import type { TitleOf } from '../saving/page-titles.ts'
import { EditDialog } from '../views/edit-dialog.tsx'
import { IconField } from './icon-field.tsx'
import type { IconNames } from './icons.ts'
import { TargetField } from './target-field.tsx'

type Props = {
  words: EditorWords
  data?: ButtonInline['data']
  find: PageApi['findPages']
  titleOf: TitleOf
  icons: IconNames
  set(data: ButtonInline['data']): void
  close(): void
}

const KINDS = ['primary', 'secondary'] as const

export function ButtonDialog({ words, data, find, titleOf, icons, set, close }: Props) {
  const { button: texts, inline } = words
  const [label, write] = useState(data?.label ?? '')
  const [kind, become] = useState(data?.kind ?? 'primary')
  const [target, lead] = useState(data?.ref)
  const [icon, sign] = useState(data?.icon ?? '')
  const isReady = target !== undefined && label.trim() !== ''
  const apply = () => {
    if (target && isReady) set({ label: label.trim(), kind, ref: target, ...(icon !== '' && { icon }) })
  }
  return (
    <EditDialog words={words} label={inline.kinds.button} apply={apply} isReady={isReady} close={close}>
      <label>
        <span>{texts.label}</span>
        <input
          value={label}
          maxLength={200}
          required
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      </label>
      <TargetField words={words} target={target} find={find} titleOf={titleOf} choose={lead} />
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
    </EditDialog>
  )
}
