// What the slash menu offers.
import type { Command } from 'prosemirror-state'
import type { EditorWords } from '../../../words/editor.ts'
import type { InlineKind } from '../inlines/inline-commands.ts'
import type { Pick } from '../saving/pickers.ts'
import { newCards } from '../tables/new-cards.ts'
import { newTable } from '../tables/table-commands.ts'
import { toggleCode } from '../typing/code-commands.ts'
import { insertBlock, NEW, setBlock, toggleList, wrap } from '../typing/commands.ts'

export type Insertion = {
  id: string
  label: string /** What people type for it elsewhere. */
  also: string
  run: Command
}

/** Written as Markdown in a dialog that shows what becomes of it, or chosen from what there is. */
export type Asked = { id: string; label: string; also: string } & (
  | { markdown: string }
  | { pick: Pick }
  | { inline: InlineKind }
  | { isCondition: true }
  | { isImage: true }
)

export function insertions({ insert, toolbar, inline, condition }: EditorWords): (Insertion | Asked)[] {
  return [
    { id: 'text', label: insert.text, also: 'paragraph', run: setBlock('paragraph') },
    { id: 'h1', label: toolbar.heading1, also: 'title #', run: setBlock('heading-1') },
    { id: 'h2', label: toolbar.heading2, also: 'title ##', run: setBlock('heading-2') },
    { id: 'h3', label: toolbar.heading3, also: 'title ###', run: setBlock('heading-3') },
    { id: 'bullets', label: toolbar.bullets, also: 'unordered ul -', run: toggleList('list-unordered') },
    { id: 'numbers', label: toolbar.numbers, also: 'ordered ol 1.', run: toggleList('list-ordered') },
    { id: 'tasks', label: toolbar.tasks, also: 'todo check', run: toggleList('list-tasks') },
    { id: 'quote', label: insert.quote, also: 'blockquote >', run: wrap('blockquote') },
    { id: 'hint', label: insert.hint, also: 'callout note info warning', run: wrap('hint') },
    { id: 'code', label: insert.codeBlock, also: 'pre ```', run: toggleCode },
    {
      id: 'table',
      label: insert.table,
      also: 'grid',
      run: insertBlock(
        newTable(
          [insert.column, insert.column].map((name, at) => `${name} ${at + 1}`),
          2,
        ),
      ),
    },
    { id: 'cards', label: insert.cards, also: 'table grid tiles gallery', run: insertBlock(newCards(3)) },
    { id: 'divider', label: insert.divider, also: 'rule line hr ---', run: insertBlock(NEW.divider()) },
    {
      id: 'expandable',
      label: insert.expandable,
      also: 'details toggle fold',
      run: insertBlock(NEW.expandable(insert.expandableTitle)),
    },
    { id: 'tabs', label: insert.tabs, also: '', run: insertBlock(NEW.tabs(insert.tab)) },
    { id: 'stepper', label: insert.stepper, also: 'stepper procedure', run: insertBlock(NEW.stepper()) },
    { id: 'columns', label: insert.columns, also: 'side', run: insertBlock(NEW.columns()) },
    { id: 'image', label: toolbar.image, also: 'picture photo figure', isImage: true },
    { id: 'page', label: insert.pageCard, also: 'content-ref link', pick: 'page' },
    { id: 'reusable', label: insert.reusable, also: 'include snippet', pick: 'reusable' },
    { id: 'operation', label: insert.operation, also: 'openapi swagger endpoint', pick: 'operation' },
    { id: 'button', label: inline.kinds.button, also: 'link call', inline: 'button' },
    { id: 'icon', label: inline.kinds.icon, also: 'sign picture', inline: 'icon' },
    { id: 'note', label: inline.kinds.annotation, also: 'annotation note tooltip ^', inline: 'annotation' },
    { id: 'condition', label: condition.title, also: 'if visitor claim adaptive', isCondition: true },
    { id: 'variable', label: inline.kinds.expression, also: 'expression value {{', inline: 'expression' },
    { id: 'math', label: insert.formula, also: 'math tex latex', markdown: '$$\nx\n$$\n' },
    { id: 'embed', label: insert.embed, also: 'video iframe', markdown: '{% embed url="https://" %}\n' },
  ]
}

export function matching<T extends { label: string; also: string }>(all: readonly T[], query: string): T[] {
  const wanted = query.toLowerCase()
  const starts = all.filter(({ label }) => label.toLowerCase().startsWith(wanted))
  const others = all.filter(
    (one) => !starts.includes(one) && `${one.label} ${one.also}`.toLowerCase().includes(wanted),
  )
  return [...starts, ...others]
}
