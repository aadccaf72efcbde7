import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'

type Unit = { unit: string; source: string; state: string; target?: string; suggestion?: string }

const rewrite = (id: string, markdown: string) => ({
  operation: 'update_page',
  page: id,
  document: { markdown },
})

const DE = (text: string) => `${text} auf Deutsch`

/** A space that is translated into German, and short words for what tests do with it. */
async function openTranslated() {
  const space = await openSpace()
  const { as, admin, organization, drain } = space
  const made = await as(admin).post(
    `${organization.url}/translations`,
    { source: { space: space.space.id, language: 'en' }, language: 'de' },
    201,
  )
  const at = `${organization.url}/translations/${made.id}`
  const german = `/v1/spaces/${made.spaces.de}`
  const units = async (state = 'missing,outdated'): Promise<Unit[]> =>
    (await as(admin).get(`${at}/units?language=de&limit=1000&state=${state}`)).items
  const send = (list: { unit: string; target: string }[]) =>
    as(admin).put(`${at}/units`, { language: 'de', units: list })
  return {
    ...space,
    made,
    at,
    german,
    units,
    send,
    states: async () =>
      Object.fromEntries(
        (await units('missing,outdated,translated')).map(({ source, state }) => [source, state]),
      ),
    /** Translates everything that is missing or outdated. */
    translateAll: async () => {
      const answer = await send((await units()).map(({ unit, source }) => ({ unit, target: DE(source) })))
      await drain()
      return answer
    },
    germanText: (id: string) => space.text(id, `${german}/content`),
    germanTitles: () => space.titles(`${german}/content`),
    editGerman: (...changes: object[]) => as(admin).post(`${german}/content`, { changes }),
    status: () => as(admin).get(`${at}/status`),
  }
}

describe('translation settings', () => {
  it('have a title, and languages and a source later', async () => {
    const { as, admin, organization, space, drain } = await openSpace()
    const url = `${organization.url}/translations`
    const made = await as(admin).post(url, { title: 'Handbook' }, 201)
    expect(made).toMatchObject({
      object: 'translation-settings',
      title: 'Handbook',
      languages: [],
      status: 'pending',
      permissions: { view: true, edit: true },
    })
    expect(made.source).toBeUndefined()
    const at = `${url}/${made.id}`
    expect(await as(admin).put(at, { title: 'Manual' })).toMatchObject({ title: 'Manual' })
    await as(admin).put(at, {}, 400)
    await as(admin).put(at, { title: '' }, 400)
    await as(admin).post(url, {}, 400)
    await as(admin).get(`${at}/units`, 409)
    await as(admin).patch(at, { languages: ['xx'] }, 400)
    const source = { space: space.id, language: 'en' }
    await as(admin).patch(at, { languages: ['de', 'en'], source }, 400)
    const changed = await as(admin).patch(at, { languages: ['fr', 'de'], source })
    expect(changed).toMatchObject({ languages: ['fr', 'de'], language: 'fr', source })
    const german = await as(admin).get(`/v1/spaces/${changed.spaces.de}`)
    expect(german).toMatchObject({ title: 'Guide (de)', language: 'de' })
    const { items } = await as(admin).get(url)
    expect(items).toEqual([expect.objectContaining({ id: made.id, languages: ['fr', 'de'] })])
    // A language that is left out keeps its space for when it comes back.
    expect(await as(admin).patch(at, { languages: ['fr'] })).toMatchObject({ languages: ['fr'] })
    const back = await as(admin).patch(at, { languages: ['de', 'fr'] })
    expect(back.spaces.de).toBe(changed.spaces.de)
    await drain()
    await as(admin).delete(at, 205)
    await as(admin).delete(at, 204)
    await as(admin).get(at, 404)
    await as(admin).get(`/v1/spaces/${changed.spaces.de}`)
  })

  it('are made at once by clients of a later day', async () => {
    const { made, at, as, admin } = await openTranslated()
    expect(made).toMatchObject({
      title: 'Guide (de)',
      language: 'de',
      languages: ['de'],
      result: { space: made.spaces.de },
      stats: { runs: 0 },
    })
    const instructions = { tone: 'friendly' }
    expect(await as(admin).put(at, { instructions })).toMatchObject({ instructions, title: 'Guide (de)' })
  })

  it('take empty spaces only, and one source', async () => {
    const { as, admin, organization, at, space } = await openTranslated()
    const empty = await as(admin).post(`${organization.url}/spaces`, { title: 'Français' }, 201)
    const full = await as(admin).post(`${organization.url}/spaces`, { title: 'Full' }, 201)
    await as(admin).post(`/v1/spaces/${full.id}/content`, { changes: [page('A')] })
    const languages = ['de', 'fr']
    await as(admin).patch(at, { languages, spaces: { fr: full.id } }, 409)
    await as(admin).patch(at, { languages, spaces: { fr: space.id } }, 409)
    await as(admin).patch(at, { languages, spaces: { fr: 'nowhere' } }, 404)
    const { spaces } = await as(admin).patch(at, { languages, spaces: { fr: empty.id } })
    expect(spaces.fr).toBe(empty.id)
    await as(admin).patch(at, { source: { space: full.id, language: 'en' } }, 409)
  })

  it('are for those who may read the source, and change it', async () => {
    const { as, reader, editor, guest, stranger, at, organization, admin, url } = await openTranslated()
    const list = `${organization.url}/translations`
    const { id } = await as(admin).post(list, { title: 'Not about anything yet' }, 201)
    await as(reader).get(`${list}/${id}`)
    await as(guest).get(`${list}/${id}`, 404)
    for (const person of [reader, editor]) expect((await as(person).get(list)).count).toBe(2)
    expect((await as(guest).get(list)).count).toBe(0)
    await as(guest).get(at, 404)
    await as(stranger).get(at, 404)
    await as(reader).get(`${at}/status`)
    await as(reader).put(`${at}/units`, { units: [] }, 403)
    await as(editor).put(`${at}/units`, { units: [] })
    await as(editor).post(list, { title: 'X' }, 403)
    await as(admin).delete(url, 205)
    await as(admin).get(`${at}/units`, 409)
  })
})

describe('units', () => {
  it('are translated, and the translated space has the pages that are begun', async () => {
    const { write, units, send, drain, germanText, germanTitles, status } = await openTranslated()
    const [{ page: a }] = await write(
      page('Start', 'Run `npm i` in [b](b.md).\n\nTwo.\n', { description: 'How' }),
      page('Not begun', 'Three.'),
    )
    const list = await units()
    expect(list.map(({ source }) => source)).toEqual([
      'Start',
      'How',
      'Run {1} in {2}b{/2}.',
      'Two.',
      'Not begun',
      'Three.',
    ])
    const [title, , run] = list
    const answer = await send([
      { unit: title?.unit ?? '', target: 'Anfang' },
      { unit: run?.unit ?? '', target: 'In {2}B{/2} {1} ausführen.' },
    ])
    expect(answer).toEqual({ accepted: 2, unchanged: 0, refused: [] })
    await drain()
    expect(await germanTitles()).toBe('Anfang')
    expect(await germanText(a.id)).toBe('In [B](b.md) `npm i` ausführen.\n\nTwo.\n')
    expect(await status()).toMatchObject({
      languages: [{ language: 'de', missing: 4, outdated: 0, translated: 2, percentage: 33 }],
      items: [
        { title: 'Start', status: 'missing', percentage: 50 },
        { title: 'Not begun', status: 'missing', percentage: 0 },
      ],
    })
  })

  it('that a merge in the source changed are outdated, and no others', async () => {
    const { write, open, edit, merge, states, translateAll, units, germanText, drain, status } =
      await openTranslated()
    const [{ page: a }] = await write(page('A', 'One is here.\n\nTwo is here.\n\nThree is here.\n'))
    await translateAll()
    expect(await germanText(a.id)).toBe(
      'One is here. auf Deutsch\n\nTwo is here. auf Deutsch\n\nThree is here. auf Deutsch\n',
    )
    await open()
    await edit(1, rewrite(a.id, 'Three is here.\n\nNew words.\n\nTwo is now here.\n\nOne is here.\n'))
    await merge(1)
    const wanted = {
      A: 'translated',
      'Three is here.': 'translated',
      'New words.': 'missing',
      'Two is now here.': 'outdated',
      'One is here.': 'translated',
    }
    // Before anything has followed, and behind it.
    expect(await states()).toEqual(wanted)
    await drain()
    expect(await states()).toEqual(wanted)
    expect((await status()).items).toMatchObject([{ status: 'outdated', percentage: 60 }])
    expect(await units('outdated')).toMatchObject([
      { suggestion: 'Two is here. auf Deutsch', previousSource: 'Two is here.' },
    ])
    // Readers have the old translation until there is another one.
    expect(await germanText(a.id)).toBe(
      'Three is here. auf Deutsch\n\nNew words.\n\nTwo is here. auf Deutsch\n\nOne is here. auf Deutsch\n',
    )
    await translateAll()
    expect(await germanText(a.id)).toContain('Two is now here. auf Deutsch')
    // What the source goes back to was translated already.
    await write(rewrite(a.id, 'Two is here.\n'))
    expect(await states()).toMatchObject({ 'Two is here.': 'translated' })
  })

  it('that come back damaged are refused one by one, and nothing else is lost', async () => {
    const { write, units, send, states } = await openTranslated()
    await write(page('A', 'Run `a`.\n\nFine.\n'))
    const named = Object.fromEntries((await units()).map(({ source, unit }) => [source, unit]))
    const answer = await send([
      { unit: named['Run {1}.'] ?? '', target: 'Nichts.' },
      { unit: named['Fine.'] ?? '', target: 'Gut.' },
      { unit: named['Fine.'] ?? '', target: 'Besser.' },
      { unit: named.A ?? '', target: 'x'.repeat(300) },
      { unit: 'nonsense', target: 'x' },
      { unit: 'no/where', target: 'x' },
    ])
    expect(answer).toMatchObject({ accepted: 1 })
    expect(answer.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringContaining('not the name of a unit'),
      '{1} is missing',
      expect.stringContaining('sent twice'),
      expect.stringContaining('at most 255'),
      expect.stringContaining('no longer has this unit'),
    ])
    expect(await states()).toEqual({ A: 'missing', 'Run {1}.': 'missing', 'Fine.': 'translated' })
  })

  it('go out and come back as XLIFF; a file that comes back as it was changes nothing', async () => {
    const { as, admin, at, write, translateAll, drain, units, german, states } = await openTranslated()
    await write(page('A', 'Run `a` **now**.\n\nTwo.\n'), page('B', 'Three.'))
    await translateAll()
    await write(page('C', 'Four.'))
    const states3 = 'missing,outdated,translated'
    const { xliff, count, items } = await as(admin).get(`${at}/units?format=xliff&state=${states3}&limit=100`)
    expect([count, items]).toEqual([7, []])
    const { revision } = await as(admin).get(german)
    expect(await as(admin).put(`${at}/units`, { xliff })).toEqual({ accepted: 0, unchanged: 5, refused: [] })
    await drain()
    expect((await as(admin).get(german)).revision).toBe(revision)
    const translated = xliff.replace(
      /(<source xml:space="preserve">Four\.<\/source>)/,
      '$1<target>Vier.</target>',
    )
    expect(await as(admin).put(`${at}/units`, { xliff: translated })).toMatchObject({ accepted: 1 })
    expect(await states()).toMatchObject({ 'Four.': 'translated', C: 'missing' })
    const damaged = translated.replace('Vier.', 'Vier<b/>').replace(/<ph id="1"[^>]*>/g, '')
    const answer = await as(admin).put(`${at}/units`, { xliff: damaged })
    expect(answer).toMatchObject({ accepted: 0, unchanged: 4 })
    expect(answer.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
      '<b> is not allowed in a text: remove it',
      '{1} is missing',
    ])
    for (const xliff of ['', '<html/>', '<xliff version="1.2"/>', '<!DOCTYPE x><xliff version="2.1"/>'])
      await as(admin).put(`${at}/units`, { xliff }, 400)
    await as(admin).put(`${at}/units`, { xliff: translated, language: 'fr' }, 400)
    await as(admin).put(`${at}/units`, { xliff: translated, units: [] }, 400)
    await as(admin).put(`${at}/units`, {}, 400)
    expect(await units()).toHaveLength(1)
  })

  it('are listed by pages of answers, and of one page', async () => {
    const { as, admin, at, write } = await openTranslated()
    const [, { page: b }] = await write(page('A', 'One.\n\nTwo.\n'), page('B', 'Three.'))
    const first = await as(admin).get(`${at}/units?limit=2`)
    const second = await as(admin).get(`${at}/units?limit=2&page=${first.next.page}`)
    const third = await as(admin).get(`${at}/units?limit=2&page=${second.next.page}`)
    const sources = [first, second, third].flatMap(({ items }) => items.map(({ source }: Unit) => source))
    expect(sources).toEqual(['A', 'One.', 'Two.', 'B', 'Three.'])
    expect(third.next).toBeUndefined()
    // What was translated meanwhile is no longer listed, and nothing behind it is left out.
    const sent = first.items.map(({ unit, source }: Unit) => ({ unit, target: DE(source) }))
    await as(admin).put(`${at}/units`, { language: 'de', units: sent })
    const after = await as(admin).get(`${at}/units?limit=2&page=${first.next.page}`)
    expect(after.items).toEqual(second.items)
    expect((await as(admin).get(`${at}/units?pageId=${b.id}`)).count).toBe(2)
    await as(admin).get(`${at}/units?pageId=nowhere`, 404)
    await as(admin).get(`${at}/units?language=fr`, 400)
    await as(admin).get(`${at}/units?state=lost`, 400)
    const pages = await as(admin).get(`${at}/status?limit=1`)
    expect(pages.items).toMatchObject([{ title: 'A' }])
    expect((await as(admin).get(`${at}/status?limit=1&page=${pages.next.page}`)).items).toMatchObject([
      { title: 'B' },
    ])
  })
})

describe('what people edit in the translated space', () => {
  it('is a translation from then on, and is never overwritten', async () => {
    const { write, translateAll, editGerman, germanText, drain, states, units } = await openTranslated()
    const [{ page: a }] = await write(page('A', 'See `x` and [y](z.md).\n\nTwo.\n'))
    await translateAll()
    await editGerman(rewrite(a.id, 'Siehe [y](z.md) und `x`.\n\nTwo. auf Deutsch\n\nVon Hand.\n'), {
      operation: 'update_page',
      page: a.id,
      title: 'Anfang',
    })
    await drain()
    expect(await units('translated')).toMatchObject([
      { source: 'A', target: 'Anfang' },
      { source: 'See {1} and {2}y{/2}.', target: 'Siehe {2}y{/2} und {1}.' },
      { source: 'Two.', target: 'Two. auf Deutsch' },
    ])
    await write(rewrite(a.id, 'See `x` and [y](z.md).\n\nTwo and more.\n'))
    await translateAll()
    expect(await germanText(a.id)).toBe(
      'Siehe [y](z.md) und `x`.\n\nTwo and more. auf Deutsch\n\nVon Hand.\n',
    )
    expect(await states()).toEqual({
      A: 'translated',
      'See {1} and {2}y{/2}.': 'translated',
      'Two and more.': 'translated',
    })
  })

  it('stays: pages of its own, and what was deleted there', async () => {
    const { write, translateAll, editGerman, germanTitles, drain } = await openTranslated()
    const [{ page: a }, { page: b }] = await write(page('A'), page('B'))
    await translateAll()
    await editGerman(page('Eigenes'), { operation: 'delete_page', page: b.id })
    await write({ operation: 'update_page', page: a.id, icon: 'gear' }, page('C'))
    await translateAll()
    await drain()
    expect(await germanTitles()).toBe('A auf Deutsch Eigenes C auf Deutsch')
  })
})

describe('a translated space', () => {
  it('stays as it is while it is locked, and follows as soon as it is not', async () => {
    const { as, admin, write, german, translateAll, germanText, germanTitles, drain } = await openTranslated()
    const [{ page: made }] = await write(page('A', 'One.'), page('B', 'Three.'))
    await translateAll()
    await as(admin).patch(german, { editMode: 'locked' })
    const { revision } = await as(admin).get(german)
    await write(rewrite(made.id, 'Two.'), { operation: 'update_page', page: made.id, at: 1 })
    await translateAll()
    expect(await germanText(made.id)).toBe(DE('One.'))
    expect((await as(admin).get(german)).revision).toBe(revision)
    await as(admin).patch(german, { editMode: 'live' })
    await drain()
    expect(await germanText(made.id)).toBe(DE('Two.'))
    expect(await germanTitles()).toBe(`${DE('B')} ${DE('A')}`)
  })

  it('follows wherever it and its source are moved', async () => {
    const { as, admin, organization, space, made, write, translateAll, germanText } = await openTranslated()
    const collection = await as(admin).post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
    const [{ page: written }] = await write(page('A', 'One.'))
    await translateAll()
    for (const id of [space.id, made.spaces.de]) {
      await as(admin).post(`/v1/spaces/${id}/move`, { parent: collection.id })
      expect(await as(admin).get(`/v1/spaces/${id}`)).toMatchObject({ parent: collection.id })
      await write(rewrite(written.id, `After ${id}.`))
      await translateAll()
      expect(await germanText(written.id)).toBe(DE(`After ${id}.`))
    }
  })

  it('is left alone while it is in another organization', async () => {
    const { as, admin, organization, made, german, write, translateAll, germanText, drain, at } =
      await openTranslated()
    const [{ page: written }] = await write(page('A', 'One.'))
    await translateAll()
    const other = await as(admin).post('/v1/orgs', { title: 'Other' }, 201)
    await as(admin).post(`${german}/transfer`, { organization: other.id })
    await write(rewrite(written.id, 'Two.'))
    await translateAll()
    expect(await germanText(written.id)).toBe(DE('One.'))
    expect((await as(admin).get(at)).spaces).toEqual({})
    await as(admin).post(`${german}/transfer`, { organization: organization.id })
    await drain()
    expect(await germanText(written.id)).toBe(DE('Two.'))
    expect((await as(admin).get(at)).spaces).toEqual(made.spaces)
  })

  it('shows nothing of a source that went to another organization', async () => {
    const { as, admin, reader, url, write, translateAll, german, drain, at } = await openTranslated()
    const [{ page: written }] = await write(page('A', 'One.'))
    await translateAll()
    const { revision } = await as(admin).get(german)
    const other = await as(admin).post('/v1/orgs', { title: 'Other' }, 201)
    await as(admin).post(`${url}/transfer`, { organization: other.id })
    await write(rewrite(written.id, 'Secret.'), { operation: 'update_page', page: written.id, icon: 'gear' })
    await drain()
    for (const person of [admin, reader])
      for (const path of ['units', 'units?format=xliff', 'status'])
        expect(JSON.stringify(await as(person).get(`${at}/${path}`, 409))).not.toContain('Secret')
    await as(admin).put(`${at}/units`, { units: [] }, 409)
    expect((await as(admin).get(german)).revision).toBe(revision)
  })
})
