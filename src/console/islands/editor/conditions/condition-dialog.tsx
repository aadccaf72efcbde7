// Who gets something: put together of what sites know of their visitors, or written.
import { useEffect, useState } from 'preact/hooks'
import { type Claim, partsOf, writeCondition } from '../../../../engines/adaptive/condition-parts.ts'
import type { EditorWords } from '../../../words/editor.ts'
import { ExpressionField } from '../inlines/expression-field.tsx'
import { EditDialog } from '../views/edit-dialog.tsx'
import { ConditionBuilder } from './condition-builder.tsx'

type Props = {
  words: EditorWords
  /** Undefined where nothing is under a condition yet. */
  expression?: string
  read(): Promise<Claim[]>
  set(expression: string): void
  /** Undefined where there is nothing to take away. */
  unwrap?: () => void
  close(): void
}

export function ConditionDialog({ words, expression, read, set, unwrap, close }: Props) {
  const { condition: texts, loading } = words
  const [claims, show] = useState<Claim[]>()
  const [text, write] = useState(expression ?? '')
  const [problem, tell] = useState('')
  useEffect(() => {
    read().then(show, (error: unknown) => {
      tell(error instanceof Error ? error.message : String(error))
      show([])
    })
  }, [])
  const parts = claims && (text.trim() === '' ? { joined: '&&' as const, parts: [] } : partsOf(text, claims))
  const isReady = text.trim() !== ''
  const apply = () => {
    if (isReady) set(text.trim())
  }
  const forEverybody = unwrap && (
    <button type="button" class="button plain" onClick={unwrap}>
      {texts.everybody}
    </button>
  )
  return (
    <EditDialog
      words={words}
      label={texts.title}
      isWide
      apply={apply}
      isReady={isReady}
      more={forEverybody}
      close={close}
    >
      <p class="edit-dialog-title">{texts.lead}</p>
      {problem !== '' && <p role="alert">{problem}</p>}
      {claims === undefined && <p class="quiet">{loading}</p>}
      {claims?.length === 0 && <p class="quiet">{texts.noClaims}</p>}
      {claims !== undefined && claims.length > 0 && parts && (
        <ConditionBuilder
          words={words}
          claims={claims}
          parts={parts}
          write={(next) => write(writeCondition(next))}
        />
      )}
      {claims !== undefined && claims.length > 0 && !parts && <p class="quiet">{texts.onlyText}</p>}
      <ExpressionField words={words} label={texts.asText} value={text} write={write} />
    </EditDialog>
  )
}
