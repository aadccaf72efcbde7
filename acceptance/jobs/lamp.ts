// A page, and a draft that changes words, a block, a row of a table and an item of a list of it, and adds another page.
import type { Sites } from '../sites.ts'
import { openTeam } from './team.ts'

export const BEFORE = `## Lighting it

Turn the regulator slowly until the flame stands still.

Open the damper by half.

| Part | Of |
| ---- | -- |
| Lens | Glass |

## Putting it out

Blow over the chimney.

Close the damper.

One more line that stays.

And another one that stays.

And a third one that stays.

And a fourth one that stays.

- Put the matches back.
- Count the spare wicks.
- Write the hour into the log.
`

export const AFTER = BEFORE.replace('slowly until', 'slowly, and wait until')
  .replace('Open the damper by half.\n\n', '')
  .replace('| Lens | Glass |', '| Lens | Glass |\n| Wick | Cotton |')
  .replace('spare wicks.', 'spare wicks, and order more below ten.')
  .concat('\nNever blow over the chimney.\n')

export const LAMP = 'The lamp'

export async function openDraft(sites: Sites) {
  const team = await openTeam(sites, { [LAMP]: BEFORE })
  const number = await team.propose('Keep the glass whole', { [LAMP]: AFTER })
  const api = `${team.requests}/${number}`
  const insert = { operation: 'insert_page', title: 'The wick', document: { markdown: 'Trim it.' } }
  await team.api('POST', `${api}/content`, { changes: [insert] })
  const review = `changes/${number}/~review`
  return {
    ...team,
    request: api,
    review,
    compared: `${review}/page/${team.idOf(LAMP)}`,
    /** What the draft says now. */
    rewrite: (markdown: string) =>
      team.api('POST', `${api}/content`, {
        changes: [{ operation: 'update_page', page: team.idOf(LAMP), document: { markdown } }],
      }),
  }
}
