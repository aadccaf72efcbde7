// Whether the tests of merging and of hiding conditional text notice when their code is wrong.
import { tryMutants } from './run.js'

const SUBJECTS = {
  merging: { sources: ['src/engines/content/merge'], tests: ['src/engines/content'] },
  'hiding conditional text': {
    sources: [
      'src/engines/reading/conditional-text.ts',
      'src/engines/reading/audience.ts',
      'src/engines/adaptive',
    ],
    tests: ['src/engines/reading', 'src/engines/adaptive'],
  },
}
const TRIED = 300
const TRIED_SHORT = 6

export async function measureMutants({ isShort, say }) {
  const rows = []
  for (const [subject, { sources, tests }] of Object.entries(SUBJECTS)) {
    say(`mutants of ${subject}`)
    const { all, tried, survivors } = await tryMutants({
      sources,
      tests,
      count: isShort ? TRIED_SHORT : TRIED,
      say,
    })
    const noticed = `${(((tried - survivors.length) / tried) * 100).toFixed(0)} %`
    rows.push({ subject, 'possible mutants': all, tried, 'noticed by a test': noticed })
  }
  return { mutants: rows }
}
