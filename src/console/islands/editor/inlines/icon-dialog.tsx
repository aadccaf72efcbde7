import type { EditorWords } from '../../../words/editor.ts'
import { EditDialog } from '../views/edit-dialog.tsx'
import { IconField } from './icon-field.tsx'
import type { IconNames } from './icons.ts'

type Props = { words: EditorWords; icon: string; icons: IconNames; set(icon: string): void; close(): void }

export function IconDialog({ words, icon, icons, set, close }: Props) {
  return (
    <EditDialog words={words} label={words.inline.kinds.icon} close={close}>
      <IconField words={words} icons={icons} icon={icon} choose={set} />
    </EditDialog>
  )
}
