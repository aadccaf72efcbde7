import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { addReusable, changeAsImport } from '../../../../test/reusables.ts'
import { findReusable } from '../../../engines/content/nodes/revision.ts'
import { writeMarkdown } from '../../../engines/markdown/write.ts'

type Unit = { unit: string; page: string; path: string; source: string; state: string }

const GERMAN: Record<string, string> = {
  First: 'Erste',
  Second: 'Zweite',
  'Own words.': 'Eigene Worte.',
  'Run {1} {2}with care{/2}.': '{1} {2}mit Vorsicht{/2} ausführen.',
  'Kept by both.': 'Beide zeigen es.',
}
const INCLUDE = '{% include ".gitbook/includes/note.md" %}\n'

/** A site in English and German, two pages of which show the same note. */
async function openSite() {
  const setting = await openSpace()
  const { as, admin, app, services, organization, space, write, drain } = setting
  const note = await addReusable(services, space.id, 'Run `it` **with care**.\n\nKept by both.\n')
  const [first, second] = await write(page('First', `Own words.\n\n${INCLUDE}`), page('Second', INCLUDE))
  const source = { space: space.id, language: 'en' }
  const made = await as(admin).post(`${organization.url}/translations`, { source, language: 'de' }, 201)
  const at = `${organization.url}/translations/${made.id}`
  const spaces = [space.id, made.spaces.de]
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces }, 201)
  const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`)
  const { items } = await as(admin).get(`${organization.url}/sites/${site.id}/site-spaces`)
  const base = Object.fromEntries(
    items.map((one: { space: { id: string }; path: string }) => [one.space.id, one.path]),
  )
  const read = async (spaceId: string, path: string) =>
    (await app.inject(new URL(`${base[spaceId]}/${path}`, urls.published).pathname)).body
  const german = `/v1/spaces/${made.spaces.de}`
  const document = async (pageId: string) =>
    JSON.stringify((await as(admin).get(`${german}/content/page/${pageId}?format=document`)).document)
  const units = async (state = 'missing,outdated'): Promise<Unit[]> =>
    (await as(admin).get(`${at}/units?language=de&state=${state}`)).items
  return {
    ...setting,
    note,
    pages: [first.page.id, second.page.id] as string[],
    at,
    units,
    /** The note in German, as it is now. */
    germanNote: async () => {
      await drain()
      const { document } = await as(admin).get(`${german}/content/reusable-contents/${note}`)
      return writeMarkdown(await as(admin).get(`${german}/documents/${document}`))
    },
    document,
    german: (path: string) => read(made.spaces.de, path),
    english: (path: string) => read(space.id, path),
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

async function sendAsJson({ as, admin, at, units }: Site) {
  const sent = (await units()).map(({ unit, source }) => ({ unit, target: GERMAN[source] ?? source }))
  await as(admin).put(`${at}/units`, { language: 'de', units: sent })
}

async function sendAsXliff({ as, admin, at }: Site) {
  const { xliff } = await as(admin).get(`${at}/units?language=de&format=xliff&limit=100`)
  const translated = xliff.replace(
    /<source( xml:space="preserve")?>([\s\S]*?)<\/source>/g,
    (whole: string, space: string, text: string) => `${whole}<target${space}>${inGerman(text)}</target>`,
  )
  const answer = await as(admin).put(`${at}/units`, { xliff: translated })
  expect(answer).toEqual({ accepted: 5, unchanged: 0, refused: [] })
}

/** Elements of XLIFF stay, in the order in which the translation has them. */
function inGerman(text: string) {
  const element = /<ph [^>]*\/>/.exec(text)?.[0]
  const [, open] = /(<pc [^>]*>)with care<\/pc>/.exec(text) ?? []
  if (!element || !open) return GERMAN[text] ?? text
  return `${element} ${open}mit Vorsicht</pc> ausführen.`
}

describe('reusable content of a translated space', () => {
  it.each([
    ['JSON', sendAsJson],
    ['XLIFF', sendAsXliff],
  ])('goes out as units once, comes back as %s, and is shown by every page', async (_, send) => {
    const site = await openSite()
    const { note, pages, units, germanNote, document, german, english } = site
    expect((await units()).map(({ page, source }) => [page, source])).toEqual([
      [pages[0], 'First'],
      [pages[0], 'Own words.'],
      [pages[1], 'Second'],
      [note, 'Run {1} {2}with care{/2}.'],
      [note, 'Kept by both.'],
    ])
    await send(site)
    expect(await germanNote()).toBe('`it` **mit Vorsicht** ausführen.\n\nBeide zeigen es.\n')
    expect(await units()).toEqual([])
    for (const [index, path] of ['first', 'second'].entries()) {
      expect(await document(pages[index] ?? '')).toContain(note)
      const shown = await german(path)
      expect(shown).toContain('<code>it</code> <strong>mit Vorsicht</strong> ausführen.')
      expect(shown).toContain('Beide zeigen es.')
      expect(shown).not.toContain('Kept by both.')
      expect(await english(path)).toContain('Kept by both.')
    }
  })

  it('is outdated by what changes in the source alone, and says the old until there is another', async () => {
    const site = await openSite()
    const { services, space, note, units, germanNote, german, as, admin, at } = site
    await sendAsJson(site)
    await germanNote()
    await changeAsImport(services, space.id, async (draft, { view, nodes }) => {
      const known = await findReusable(view, note)
      if (known)
        draft.putReusable(note, {
          ...known,
          body: nodes.putText('Run `it` **with care**.\n\nKept by them both.\n'),
        })
    })
    expect(await germanNote()).toContain('Beide zeigen es.')
    const [outdated, ...others] = await units()
    expect([outdated, others]).toMatchObject([
      { page: note, source: 'Kept by them both.', state: 'outdated' },
      [],
    ])
    await as(admin).put(`${at}/units`, { units: [{ unit: outdated?.unit, target: 'Sie beide zeigen es.' }] })
    expect(await germanNote()).toBe('`it` **mit Vorsicht** ausführen.\n\nSie beide zeigen es.\n')
    for (const path of ['first', 'second']) expect(await german(path)).toContain('Sie beide zeigen es.')
  })

  it('keeps what somebody edited in the translated space', async () => {
    const site = await openSite()
    const { services, as, admin, at, note, units, germanNote, german } = site
    await sendAsJson(site)
    await germanNote()
    const { spaces } = await as(admin).get(at)
    await changeAsImport(services, spaces.de, async (draft, { view, nodes }) => {
      const known = await findReusable(view, note)
      if (known)
        draft.putReusable(note, {
          ...known,
          body: nodes.putText('`it` **vorsichtig** ausführen.\n\nBeide zeigen es.\n'),
        })
    })
    await germanNote()
    expect(await units('translated')).toContainEqual(
      expect.objectContaining({ page: note, target: '{1} {2}vorsichtig{/2} ausführen.' }),
    )
    expect(await german('second')).toContain('<strong>vorsichtig</strong>')
  })
})
