// The dialog of what stands in a line, by its kind.
import type { AnnotationInline, ButtonInline, InlineNode } from '../../../../engines/markdown/document.ts'
import { leafText } from '../model/schema.ts'
import type { Session } from '../session.ts'
import { ButtonDialog } from './button-dialog.tsx'
import { IconDialog } from './icon-dialog.tsx'
import {
  explainedIn,
  expressionInline,
  type InlineKind,
  iconInline,
  inlineAt,
  insertInline,
  nextNoteLabel,
  noteInline,
  replaceInline,
} from './inline-commands.ts'
import { NoteDialog } from './note-dialog.tsx'
import { VariableDialog } from './variable-dialog.tsx'

type Props = { session: Session; kind: InlineKind; at?: number; close(): void }
type Made = Parameters<typeof replaceInline>[2]

export function InlineDialog({ session, kind, at, close }: Props) {
  const { words } = session.place
  const view = session.view()
  const held = at === undefined ? undefined : inlineAt(view.state, at)
  const put = (node: Made) => {
    if (at === undefined) insertInline(node)(view.state, view.dispatch)
    else if (held?.type === kind) view.dispatch(replaceInline(view.state, at, node))
    close()
  }
  switch (kind) {
    case 'expression': {
      const expression = of(held, 'expression')?.data.expression ?? ''
      const set = (text: string) => (text === expression ? close() : put(expressionInline(text)))
      return (
        <VariableDialog
          words={words}
          expression={expression}
          variables={session.variables}
          set={set}
          close={close}
        />
      )
    }
    case 'button': {
      const was = of(held, 'button')
      const make = (data: ButtonInline['data']) =>
        put({ object: 'inline', type: 'button', isVoid: true, ...was, data })
      return (
        <ButtonDialog
          words={words}
          data={was?.data}
          find={session.api.findPages}
          titleOf={session.titleOf}
          icons={session.icons}
          set={make}
          close={close}
        />
      )
    }
    case 'icon': {
      const icon = of(held, 'icon')?.data.icon ?? ''
      const set = (name: string) => (name === icon ? close() : put(iconInline(name)))
      return <IconDialog words={words} icon={icon} icons={session.icons} set={set} close={close} />
    }
    case 'annotation':
      return <Note session={session} was={of(held, 'annotation')} put={put} close={close} />
    default:
      return kind satisfies never
  }
}

type NoteProps = { session: Session; was?: AnnotationInline; put(node: Made): void; close(): void }

/** What is chosen in the text is what the note explains. */
function Note({ session, was, put, close }: NoteProps) {
  const { api, saver } = session
  const { doc, selection } = session.view().state
  const chosen = doc.textBetween(selection.from, selection.to, ' ', leafText(' '))
  const explained = was ? explainedIn(was) : chosen
  const read = async () => {
    const nodes = was?.fragments[0]?.nodes ?? []
    if (nodes.length === 0) return ''
    return (await api.convert(saver.revision(), { document: { object: 'document', data: {}, nodes } }))
      .markdown
  }
  const set = async (markdown: string, words: string) => {
    const { document } = await api.convert(saver.revision(), { markdown })
    const made = was ?? { meta: { label: nextNoteLabel(session.view().state.doc) } }
    put(noteInline(made, document.nodes, explained === undefined ? undefined : words.trim()))
  }
  return (
    <NoteDialog
      words={session.place.words}
      explained={explained}
      read={read}
      preview={session.preview}
      set={set}
      close={close}
    />
  )
}

function of<T extends InlineKind>(node: InlineNode | undefined, type: T) {
  return node?.object === 'inline' && node.type === type
    ? (node as Extract<InlineNode, { type: T }>)
    : undefined
}
