// Whatever is chosen in the browser: what is saved is what was displayed, and nothing else changes by a byte.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { asMarkup, type ConflictForm, conflictForm } from '../../../test/drawn/conflict-form.ts'
import { draws } from '../../../test/drawn/draws.ts'
import { type Choice, drawnChoice, drawnPage, slotsIn, tornPage } from '../../../test/drawn/torn-pages.ts'
import { openSpace, page } from '../../../test/pages.ts'
import { openProse } from '../../engines/html/prose.ts'

const RUNS = draws(30)

async function openConflicts() {
  const services = await openSpace()
  const { app, as, admin, organization, space, url, write } = services
  const [{ page: folder }] = await write(page('Folder'), page('Q', 'odd  *text*\n\n\n+ a'))
  const browser = openBrowser(app)
  await browser.post('/o/~sign-in?token=', { token: admin.token })

  type Listed = { id: string; title: string; slug: string; pages?: Listed[] }
  const flat = (pages: Listed[], above = ''): string[][] =>
    pages.flatMap(({ id, title, slug, pages = [] }) => [[id, title, slug, above], ...flat(pages, id)])
  return {
    ...services,
    browser,
    folder: folder.id as string,
    screen: (number: number) => `/o/${organization.id}/s/${space.id}/~/changes/${number}/~conflicts`,
    content: (number?: number) =>
      number === undefined ? `${url}/content` : `${url}/change-requests/${number}/content`,
    /** All pages with their texts: id, title, slug, the page above, Markdown. */
    async everything(at: string) {
      const { pages } = await as(admin).get(`${at}/pages`)
      const listed = flat(pages)
      const texts = listed.map(async (one) => [...one, await services.text(one[0] ?? '', at)])
      return new Map((await Promise.all(texts)).map(([id = '', ...rest]) => [id, rest]))
    },
  }
}

/** Blank lines around a text say nothing about it. */
const bare = (text: string) => text.replace(/^(\r?\n)+|(\r?\n)+$/g, '')

/** As readers see it; the screen says so in words where there is nothing. */
function displayed(text: string) {
  if (text.trim() === '') return asMarkup('<p class="quiet">Nothing</p>')
  return asMarkup(openProse()(text).text)
}

describe('the choice between two sides', () => {
  it('keeps what it displayed, and all else as it was', { timeout: 600_000 }, async () => {
    const opened = await openConflicts()
    const { write, open, edit, pull, browser, screen, content, everything } = opened
    const counted = { hunks: 0, own: 0, theirs: 0, titles: 0, previews: 0 }
    let number = 0
    const run = fc.asyncProperty(
      drawnPage,
      fc.array(drawnChoice, { minLength: 6, maxLength: 6 }),
      fc.constantFrom('ours', 'theirs'),
      fc.boolean(),
      async (drawn, choices, rest, looksFirst) => {
        number += 1
        const torn = tornPage(drawn)
        const [{ page: made }] = await write(page(`P${number}`, torn.base))
        const id: string = made.id
        await open()
        const says = (markdown: string, title: string) => ({
          operation: 'update_page',
          page: id,
          document: { markdown },
          ...(drawn.titles && { title: `${title} & ${number}` }),
        })
        const into = { operation: 'update_page', page: id, into: opened.folder }
        await edit(number, says(torn.ours, 'Ours'), ...(drawn.moved ? [into] : []))
        await write(says(torn.theirs, 'Theirs'))
        const { result } = await pull(number)
        const isTorn = drawn.titles || torn.merged.includes(undefined)
        expect(result === 'conflicts').toBe(isTorn)
        const at = screen(number)
        const before = await everything(content(number))
        const space = await everything(content())
        if (!isTorn) return

        let form = conflictForm((await browser.get(at)).body, id)
        const chosen = fill(form, choices, rest)
        if (looksFirst && form.hunks.size > 0) {
          const again = await browser.post(at, sent(chosen, 'preview'))
          form = conflictForm(again.body, id)
          // What was chosen is in the form that comes back, to the letter.
          expect(form.fields).toMatchObject(unbroken(chosen))
          for (const [hunk, preview] of form.previews) {
            counted.previews += 1
            expect(preview).toBe(displayed(chosen[`own-${hunk}`] ?? ''))
          }
        }
        expect((await browser.post(at, sent(chosen, 'choose'))).body).toContain('There are no conflicts')

        const after = await everything(content(number))
        const [title, slug, above, text = ''] = after.get(id) ?? []
        const [titleBefore, slugBefore, aboveBefore, textBefore = ''] = before.get(id) ?? []
        expect([above, [...after.keys()]]).toEqual([aboveBefore, [...before.keys()]])
        if (form.rest) {
          counted.titles += 1
          expect(asMarkup(`${title}`.replace('&', '&amp;'))).toBe(textOf(form.rest[rest]))
        } else expect([title, slug]).toEqual([titleBefore, slugBefore])
        // Other pages, and what readers of the space see.
        for (const other of [before, after]) other.delete(id)
        expect(after).toEqual(before)
        expect(await everything(content())).toEqual(space)

        const { eol } = drawn
        const count = drawn.slots.length
        const [now, was] = [slotsIn(text, count, eol), slotsIn(textBefore, count, eol)]
        const there = slotsIn(space.get(id)?.[3] ?? '', count, eol)
        expect(now, text).toBeDefined()
        const hunks = [...form.hunks.entries()]
        for (const [slot, merged] of torn.merged.entries()) {
          const [mine = '', saved = '', theirs = ''] = [was?.[slot], now?.[slot], there?.[slot]]
          if (merged !== undefined) {
            expect(saved).toBe(mine)
            continue
          }
          const [hunk = '', sides] = hunks.shift() ?? []
          if (!sides) throw new Error('A conflict is not displayed')
          counted.hunks += 1
          const choice = chosen[`hunk-${hunk}`]
          if (choice === 'ours') {
            expect(saved).toBe(mine)
            expect(displayed(saved)).toBe(sides.ours)
          } else if (choice === 'theirs') {
            counted.theirs += 1
            // A page that lies elsewhere here spells its links otherwise.
            if (!drawn.moved) expect(saved).toBe(theirs)
            expect(displayed(saved)).toBe(sides.theirs)
          } else {
            counted.own += 1
            const own = chosen[`own-${hunk}`] ?? ''
            expect(bare(saved)).toBe(bare(own).replaceAll('\n', eol))
            expect(displayed(saved)).toBe(displayed(own))
            // What stands beside it stays a block of its own.
            expect(saved.startsWith(eol) && (saved.endsWith(eol + eol) || saved === eol), saved).toBe(true)
          }
        }
        expect(hunks).toEqual([])
      },
    )
    await fc.assert(run, { numRuns: RUNS, endOnFailure: true })
    // A run that chooses less than this says little.
    expect(counted.hunks).toBeGreaterThan(RUNS)
    expect(Math.min(counted.own, counted.theirs)).toBeGreaterThan(RUNS / 5)
    expect(Math.min(counted.titles, counted.previews)).toBeGreaterThan(RUNS / 6)
  })
})

describe('what is in conflict', () => {
  it('is told by titles where it is about places', async () => {
    const { write, open, edit, pull, browser, screen, folder } = await openConflicts()
    const [{ page: moved }, { page: gone }, { page: other }] = await write(
      ...['Moved', 'Gone', 'Other shelf'].map((title) => page(title)),
    )
    const place = (into: string) => ({ operation: 'update_page', page: moved.id, into })
    await open()
    await edit(1, place(folder), { operation: 'delete_page', page: gone.id })
    await write(place(other.id), { operation: 'update_page', page: gone.id, title: 'Gone soon' })
    await pull(1)
    const { body } = await browser.get(screen(1))
    const texts = (id: string) =>
      Object.values(conflictForm(body, id).rest ?? {}).map((markup) => textOf(markup))
    expect(texts(moved.id)).toEqual(['Folder', 'Other shelf'])
    expect(texts(gone.id)).toEqual(['It is deleted', 'It stays'])
  })

  it('and not displayed follows a choice of its own', async () => {
    const { write, open, edit, pull, text, browser, screen, content } = await openConflicts()
    const lines = (word: string) =>
      Array.from({ length: 203 }, (_, at) => `${word} ${at}\n\nsame ${at}\n\n`).join('')
    const [{ page: made }] = await write(page('Long', lines('base')))
    const says = (word: string) => ({
      operation: 'update_page',
      page: made.id,
      document: { markdown: lines(word) },
    })
    await open()
    await edit(1, says('ours'))
    await write(says('theirs'))
    await pull(1)
    const { body } = await browser.get(screen(1))
    expect(body).toContain('3 more places in the text')
    const form = conflictForm(body, made.id)
    expect([form.hunks.size, form.fields.choose]).toEqual([200, undefined])
    await browser.post(screen(1), sent(fill(form, Array(200).fill('ours'), 'theirs'), 'choose'))
    const kept = (await text(made.id, content(1))).match(/ours|theirs/g)
    expect(kept).toEqual([...Array(200).fill('ours'), ...Array(3).fill('theirs')])
  })

  it('in a long page is resolved by one form, with an own text, behind the 200th place too', async () => {
    const { write, open, edit, pull, text, browser, screen, content } = await openConflicts()
    // A form with all of that in it would be refused as too large.
    const long = 'Zeile für Zeile. '.repeat(60)
    const lines = (word: string) =>
      Array.from({ length: 203 }, (_, at) => `${word} ${at}. ${long}\n\nsame ${at}\n\n`).join('')
    const [{ page: made }] = await write(page('Long', lines('base')))
    const says = (word: string) => ({
      operation: 'update_page',
      page: made.id,
      document: { markdown: lines(word) },
    })
    await open()
    await edit(1, says('ours'))
    await write(says('theirs'))
    await pull(1)
    const choices: Choice[] = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 'ours' : 'theirs'))
    choices[7] = { typed: 'neither' }
    const form = conflictForm((await browser.get(screen(1))).body, made.id)
    const looked = await browser.post(screen(1), sent(fill(form, choices, 'theirs'), 'preview'))
    expect([looked.status, looked.body]).toEqual([200, expect.stringContaining('<p>neither</p>')])
    const kept = conflictForm(looked.body, made.id).fields
    const done = await browser.post(screen(1), sent(kept, 'choose'))
    expect([done.status, done.body]).toEqual([200, expect.stringContaining('There are no conflicts')])
    const first = Array.from({ length: 200 }, (_, at) => (at === 7 ? 'neither' : choices[at]))
    const said = (await text(made.id, content(1))).match(/^(ours|theirs|neither)/gm)
    expect(said).toEqual([...first, 'theirs', 'theirs', 'theirs'])
  })
})

/** What somebody chose and typed, in the order in which it is displayed. */
function fill({ fields, hunks, rest }: ConflictForm, choices: readonly Choice[], side: string) {
  const form: Record<string, string> = { ...fields, ...(rest && { choose: side }) }
  for (const [at, [id]] of [...hunks.entries()].entries()) {
    const choice = choices[at] ?? 'ours'
    const isSide = choice === 'ours' || choice === 'theirs'
    form[`hunk-${id}`] = isSide ? choice : 'own'
    if (typeof choice === 'object') form[`own-${id}`] = choice.typed.replaceAll('WORD', `own-${at}`)
  }
  return form
}

/** As browsers send it: line breaks of fields have two letters. */
function sent(form: Record<string, string>, action: string) {
  const fields = Object.entries(form).map(([name, value]) => [name, value.replace(/\r?\n/g, '\r\n')])
  return { ...Object.fromEntries(fields), action }
}

/** As it comes back: a browser reads all line breaks of a page as one letter. */
function unbroken(form: Record<string, string>) {
  return Object.fromEntries(Object.entries(form).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]))
}

const textOf = (markup: string) => markup.replace(/<[^>]+>/g, '')
