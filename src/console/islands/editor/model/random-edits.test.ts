// Whatever somebody does to a page, the server takes it, and has then what the editor shows.
import fc from 'fast-check'
import { joinBackward, splitBlock, toggleMark } from 'prosemirror-commands'
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../../test/drawn/draws.ts'
import { openSpace, page } from '../../../../../test/pages.ts'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { fingerprint } from '../../../../engines/markdown/model/same.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { lineConditionAround, setLineCondition, unwrapWords, wrapWords } from '../conditions/line-tags.ts'
import {
  addColumn,
  addRow,
  goDown,
  goTo,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  setColumn,
} from '../tables/table-commands.ts'
import { tables } from '../tables/table-plugin.ts'
import { toggleCode } from '../typing/code-commands.ts'
import { setColour } from '../typing/colours.ts'
import { setBlock, splitItem, toggleList, toggleStyle, wrap } from '../typing/commands.ts'
import { ids, withNames } from '../typing/ids.ts'
import { reconcile } from './reconcile.ts'
import { SAMPLE } from './sample-page.ts'
import { editsBetween, savedPage, writtenBlocks } from './saved-page.ts'
import { markType } from './schema.ts'
import { toDocument } from './to-document.ts'
import { toEditor } from './to-editor.ts'

const commands: Readonly<Record<string, Command>> = {
  type: (state, dispatch) => {
    dispatch?.(state.tr.insertText('word'))
    return true
  },
  delete: (state, dispatch) => {
    dispatch?.(state.tr.deleteSelection())
    return true
  },
  split: (state, dispatch) => splitItem(state, dispatch) || splitBlock(state, dispatch),
  join: joinBackward,
  bold: toggleStyle('bold'),
  strike: toggleMark(markType('strikethrough')),
  colour: setColour('red'),
  'no colour': setColour('default'),
  heading: setBlock('heading-2'),
  text: setBlock('paragraph'),
  bullets: toggleList('list-unordered'),
  numbers: toggleList('list-ordered'),
  tasks: toggleList('list-tasks'),
  quote: wrap('blockquote'),
  hint: wrap('hint'),
  code: toggleCode,
  row: addRow('after'),
  column: addColumn('before'),
  'less rows': removeRow,
  'less columns': removeColumn,
  'row up': moveRow(-1),
  'column on': moveColumn(1),
  next: goTo(1),
  down: goDown,
  align: (state, dispatch) => {
    const tr = setColumn(state, { textAlignment: 'right' })
    if (tr) dispatch?.(tr)
    return tr !== undefined
  },
}

/** Words of a line for some readers only. */
const ofLines: Readonly<Record<string, Command>> = {
  'some readers': wrapWords('visitor.claims.a && "x*y"'),
  'other readers': (state, dispatch) => {
    const { from, to } = state.selection
    const around = lineConditionAround(state, from, to)
    return around !== undefined && setLineCondition(around, 'page.vars.b')(state, dispatch)
  },
  'all readers': (state, dispatch) => {
    const { from, to } = state.selection
    const around = lineConditionAround(state, from, to)
    return around !== undefined && unwrapWords(around)?.(state, dispatch) === true
  },
}

const TABLES = `Before

| Name | Value |
|------|:-----:|
| __a__  | 1   |
| b *c* | [two](https://example.org) |
| only one |

> | x |
> |---|
> | y |

<table data-full-width><thead><tr><th width="200">Name</th><th data-type="checkbox">Is it</th><th data-type="number">N</th></tr></thead><tbody><tr><td>One<br>two</td><td><input type="checkbox" checked></td><td>9.90</td></tr><tr><td><ul><li>x</li><li>y</li></ul></td><td></td><td>10 GB</td></tr></tbody></table>

After`

const CONDITIONS = `# Lamps {%if visitor.claims.pro%}for *masters*{%- endif -%} and others

Some {% if visitor.claims.a == "b" %}know__ this__, {% else %}do *not*, {% endif %}and [all {% if x %}of{% endif %} us](https://example.org) read.
A second line {% if a %}{% if b %}both{% endif %} one{% endif %}.

* an item {% elsif odd %} with {% endif %} loose ends \`{% if code %}\`
* {% if a %}whole{% endif %}

| Name | Value |
|------|-------|
| {% if a %}one{% endif %} | two |

\`\`\`liquid
{% if code %}a{% endif %}
\`\`\``

const stepOf = (known: object) =>
  fc.record({
    name: fc.constantFrom(...Object.keys(known)),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
  })
const step = stepOf(commands)
const steps = fc.array(step, { minLength: 1, maxLength: 6 })
const stepsInLines = fc.array(stepOf({ ...commands, ...ofLines }), { minLength: 1, maxLength: 6 })
const few = fc.array(step, { minLength: 1, maxLength: 2 })

function edited(doc: Node, all: { name: string; from: number; length: number }[]): Node {
  let state = EditorState.create({ doc, plugins: [ids, tables] })
  for (const { name, from, length } of all) {
    const { size } = state.doc.content
    const start = Math.floor(from * size)
    const selection = TextSelection.between(
      state.doc.resolve(start),
      state.doc.resolve(Math.min(size, start + length)),
    )
    state = state.apply(state.tr.setSelection(selection))
    const command = commands[name] ?? ofLines[name]
    command?.(state, (tr) => {
      state = state.apply(tr)
    })
    state.doc.check()
  }
  return state.doc
}

/** All that the public model says. */
const shown = ({ nodes }: JSONDocument) => JSON.parse(fingerprint(nodes, false))

describe('random edits', () => {
  it.each([
    ['a page with something of everything', SAMPLE, steps],
    ['a page of tables', TABLES, steps],
    ['conditions within lines', CONDITIONS, stepsInLines],
  ])('of %s are taken by the server, which then has what is shown', async (_, text, steps) => {
    const { as, admin, url, write, open } = await openSpace()
    const me = as(admin)
    let tried = 0
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const [made] = await write(page('Sample', text))
        const { number, revision } = await open()
        const read = async (at: string) => {
          const answer = await me.get(`${url}/revisions/${at}/page/${made.page.id}?format=document`)
          return withNames(toEditor(answer.document))
        }
        const doc = await read(revision)
        const saved = savedPage(revision, doc)
        const now = edited(doc, all)
        const edits = editsBetween(saved, writtenBlocks(now))
        if (edits.length === 0) return
        const change = { operation: 'update_blocks', page: made.page.id, base: revision, edits }
        const { changeRequest } = await me.post(`${url}/change-requests/${number}/content?compat=false`, {
          changes: [change],
        })
        const after = await read(changeRequest.revision)
        expect(shown(toDocument(after))).toEqual(shown(toDocument(now)))
        tried++
      }),
      { numRuns: draws(25) },
    )
    expect(tried).toBeGreaterThan(15)
  })

  it('of two people come together, or are told apart', () => {
    const doc = withNames(toEditor(publicDocument(parseMarkdown(SAMPLE))))
    const base = savedPage('r', doc)
    let conflicts = 0
    let merges = 0
    fc.assert(
      fc.property(few, few, (mine, theirs) => {
        const [here, there] = [edited(doc, mine), edited(doc, theirs)]
        const runs = reconcile(base, writtenBlocks(here), savedPage('s', there).blocks)
        expect(runs.flatMap((run) => run.mine)).toEqual(writtenBlocks(here))
        expect(runs.flatMap((run) => run.theirs.map(({ node }) => node))).toEqual(writtenBlocks(there))
        if (runs.some(({ kind }) => kind === 'conflict')) conflicts++
        else if (runs.some(({ kind }) => kind === 'theirs') && runs.some(({ kind }) => kind === 'mine'))
          merges++
      }),
      { numRuns: draws(400) },
    )
    expect([conflicts, merges]).toEqual([
      expect.toSatisfy((count) => count > 5),
      expect.toSatisfy((count) => count > 5),
    ])
  })
})
