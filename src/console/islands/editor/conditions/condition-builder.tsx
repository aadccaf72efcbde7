// Rows of what is known of visitors, each compared with something.
import {
  type Claim,
  type Comparison,
  type ConditionPart,
  type ConditionParts,
  comparisonsOf,
  firstPart,
} from '../../../../engines/adaptive/condition-parts.ts'
import type { EditorWords } from '../../../words/editor.ts'

type Props = {
  words: EditorWords
  claims: readonly Claim[]
  parts: ConditionParts
  write(parts: ConditionParts): void
}

const MOST_PARTS = 20

export function ConditionBuilder({
  words: { condition: texts, settings },
  claims,
  parts: { joined, parts },
  write,
}: Props) {
  const [first] = claims
  const change = (at: number, part: ConditionPart) => write({ joined, parts: parts.with(at, part) })
  return (
    <div class="condition-rows">
      {parts.length > 1 && (
        <label class="condition-joined">
          <span>{settings.condition}</span>
          <select
            value={joined}
            onChange={({ currentTarget: { value } }) =>
              write({ joined: value === '||' ? '||' : '&&', parts })
            }
          >
            <option value="&&">{texts.all}</option>
            <option value="||">{texts.any}</option>
          </select>
        </label>
      )}
      {parts.map((part, at) => (
        <fieldset class="condition-row" key={at}>
          <legend class="visually-hidden">{`${texts.part} ${at + 1}`}</legend>
          <Row texts={texts} claims={claims} part={part} change={(next) => change(at, next)} />
          <button
            type="button"
            class="tool"
            aria-label={texts.removePart}
            title={texts.removePart}
            onClick={() => write({ joined, parts: parts.toSpliced(at, 1) })}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6 6 18" />
            </svg>
          </button>
        </fieldset>
      ))}
      {first && parts.length < MOST_PARTS && (
        <button
          type="button"
          class="button plain small"
          onClick={() => write({ joined, parts: [...parts, firstPart(first)] })}
        >
          {texts.addPart}
        </button>
      )}
    </div>
  )
}

type RowProps = {
  texts: EditorWords['condition']
  claims: readonly Claim[]
  part: ConditionPart
  change(part: ConditionPart): void
}

function Row({ texts, claims, part, change }: RowProps) {
  const claim = claims.find(({ path }) => path === part.path)
  if (!claim) return null
  return (
    <>
      <select
        aria-label={texts.claim}
        value={part.path}
        onChange={({ currentTarget: { value } }) => {
          const chosen = claims.find(({ path }) => path === value)
          if (chosen) change(firstPart(chosen))
        }}
      >
        {claims.map(({ path, description }) => (
          <option key={path} value={path}>
            {description}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.comparison}
        value={part.comparison}
        onChange={({ currentTarget: { value } }) => {
          const comparison = comparisonsOf(claim).find((one) => one === value)
          if (comparison) change({ ...part, comparison })
        }}
      >
        {comparisonsOf(claim).map((one) => (
          <option key={one} value={one}>
            {texts.comparisons[NAMES[one]]}
          </option>
        ))}
      </select>
      <Value texts={texts} claim={claim} part={part} change={change} />
    </>
  )
}

const NAMES = {
  yes: 'yes',
  no: 'no',
  '==': 'is',
  '!=': 'isNot',
  '<': 'less',
  '<=': 'most',
  '>': 'more',
  '>=': 'least',
  includes: 'includes',
  excludes: 'excludes',
} as const satisfies Record<Comparison, string>

function Value({ texts, claim, part, change }: Omit<RowProps, 'claims'> & { claim: Claim }) {
  if (claim.type === 'boolean' && !claim.isList) return null
  if (claim.type === 'number')
    return (
      <input
        type="number"
        step="any"
        min="0"
        aria-label={texts.value}
        value={String(part.value)}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          change({ ...part, value: Number.isFinite(valueAsNumber) ? Math.abs(valueAsNumber) : 0 })
        }
      />
    )
  const values = claim.type === 'boolean' ? ['true', 'false'] : claim.values
  const read = (value: string) => (claim.type === 'boolean' ? value === 'true' : value)
  if (!values)
    return (
      <input
        aria-label={texts.value}
        value={String(part.value)}
        maxLength={200}
        onInput={({ currentTarget: { value } }) => change({ ...part, value })}
      />
    )
  const now = String(part.value)
  return (
    <select
      aria-label={texts.value}
      value={now}
      onChange={({ currentTarget: { value } }) => change({ ...part, value: read(value) })}
    >
      {[...values, ...(values.includes(now) ? [] : [now])].map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  )
}
