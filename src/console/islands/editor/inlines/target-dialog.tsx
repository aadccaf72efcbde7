// Where a card or another cell of a table leads.
import { useState } from 'preact/hooks'
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { EditorWords } from '../../../words/editor.ts'
import type { PageApi } from '../saving/page-api.ts'
import type { TitleOf } from '../saving/page-titles.ts'
import { EditDialog } from '../views/edit-dialog.tsx'
import { TargetField } from './target-field.tsx'

type Props = {
  words: EditorWords
  target?: ContentRef
  find: PageApi['findPages']
  titleOf: TitleOf
  set(target: ContentRef): void
  close(): void
}

export function TargetDialog({ words, target, find, titleOf, set, close }: Props) {
  const [next, lead] = useState(target)
  const apply = () => {
    if (next) set(next)
  }
  return (
    <EditDialog
      words={words}
      label={words.table.lead}
      apply={apply}
      isReady={next !== undefined}
      close={close}
    >
      <TargetField words={words} target={next} find={find} titleOf={titleOf} choose={lead} />
    </EditDialog>
  )
}
