// Text that an earlier session could not save is offered again.

import { editedAt } from '../place.ts'
import type { Draft } from '../saving/drafts.ts'
import type { Session } from '../session.ts'

function timeOf({ at }: Draft): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Date(at).toLocaleString(document.documentElement.lang, format)
}

export function Drafts({ session, drafts }: { session: Session; drafts: readonly Draft[] }) {
  const { place } = session
  const texts = place.words.draft
  const latest = drafts.toSorted((a, b) => b.at - a.at)
  const here = latest.find(({ number }) => number === place.number)
  const elsewhere = latest.find(({ number }) => number !== undefined && number !== place.number)
  if (!here && !elsewhere) return null
  return (
    <div class="edit-trouble calm" role="status">
      <p>{here ? `${texts.found} ${timeOf(here)}` : texts.elsewhere}</p>
      <div class="edit-buttons">
        {here ? (
          <button type="button" class="button" onClick={() => void session.restore(here)}>
            {texts.restore}
          </button>
        ) : (
          <a class="button" href={editedAt(place, elsewhere?.number)}>
            {texts.open}
          </a>
        )}
        <button
          type="button"
          class="button plain"
          onClick={() => void session.discard(here ? [here] : drafts)}
        >
          {texts.discard}
        </button>
      </div>
    </div>
  )
}
