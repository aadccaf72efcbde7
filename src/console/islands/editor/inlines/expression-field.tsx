// An expression as text, with a hint where it cannot be read. It may be kept all the same: others write it too.
import { parseExpression } from '../../../../engines/adaptive/parse-expression.ts'
import type { EditorWords } from '../../../words/editor.ts'

type Props = { words: EditorWords; label: string; value: string; write(text: string): void }

const MOST = 1024

export function ExpressionField({ words: { variable: texts }, label, value, write }: Props) {
  const wrong = problemIn(value)
  return (
    <label class="edit-expression">
      <span>{label}</span>
      <input
        value={value}
        maxLength={MOST}
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={wrong !== undefined || undefined}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      <small class="edit-hint" role="status">
        {wrong !== undefined && (
          <>
            {texts.unreadable}{' '}
            <bdi dir="ltr">
              <code>
                {value.slice(0, wrong)}
                <mark>{value.slice(wrong) || '…'}</mark>
              </code>
            </bdi>
          </>
        )}
      </small>
    </label>
  )
}

/** Where reading ends too early. */
export function problemIn(expression: string): number | undefined {
  if (expression.trim() === '') return
  const read = parseExpression(expression)
  return read.kind === 'error' ? Math.min(read.error.position, expression.length) : undefined
}
