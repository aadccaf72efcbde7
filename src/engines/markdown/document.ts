import type { ContentRef } from '../content/records.ts'
import type {
  CardsView,
  Definition,
  GridView,
  TableRecord,
  VerticalAlignment,
} from './tables/document-table.ts'

// The JSON form of a page. `data` is what the public API describes; `meta` is what a source text says beyond that and
// the writer needs in order not to lose it. A client may send a document without any `meta`.

export type Meta = {
  /** The anchor: of headings, expandables, tabs and API operations. */
  id?: string
  /** The one that it had in earlier releases, where that was another. */
  formerId?: string
  /** Source with no meaning in the model. Written back as it is as long as the text of the node is still the same. */
  markdown?: string
  /** The attributes as written, in their order, when they are not what the writer would write by itself. */
  attributes?: string[]
  /** The same for the elements inside: `figure`, `source`, `c2` (a column), `r1c2` (a cell) … */
  parts?: Record<string, string[]>
  /** Of a heading below the third level. */
  depth?: number
  /** How a heading's anchor was written, when not in the usual way. */
  anchor?: string
  /** A list with blank lines between its items. */
  loose?: boolean
  /** Where in the text a space was the end of a source line. */
  breaks?: number[]
  /** Which of several ways of writing the same thing was used. */
  form?:
    | 'html'
    | 'pre'
    | 'markdown'
    | 'auto'
    | 'img'
    | 'figure'
    | 'figures'
    | 'page-ref'
    | 'swagger'
    | 'blank'
  /** Of a link or an image: the title. */
  title?: string
  /** Of a footnote: its name. Of a mention or an emoji: its text. */
  label?: string
  /** What is between a tag and its closing tag, and the target it belongs to. */
  body?: string
  target?: string
  /** Of a table: header cells and typed cells with more in them than the model holds. */
  cells?: Record<string, { value: string; source: string }>
  token?: string
}

export type MarkType =
  | 'bold'
  | 'italic'
  | 'code'
  | 'keyboard'
  | 'strikethrough'
  | 'superscript'
  | 'subscript'
  | 'color'

export type PlainMark = { object: 'mark'; type: Exclude<MarkType, 'color'> }
export type ColorMark = { object: 'mark'; type: 'color'; data: { text: Color; background: Color } }
export type Mark = PlainMark | ColorMark

export const COLORS = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const
export type Color = (typeof COLORS)[number]

export type Leaf = { object: 'leaf'; text: string; marks: Mark[] }
export type Text = { object: 'text'; key?: string; leaves: Leaf[]; meta?: Meta }

type Inline<T extends string> = { object: 'inline'; type: T; key?: string; meta?: Meta }

export type LinkInline = Inline<'link'> & { data: { ref: ContentRef }; nodes: InlineNode[]; isVoid?: false }
export type EmojiInline = Inline<'emoji'> & { data: { code: string }; isVoid: true }
export type IconInline = Inline<'icon'> & { data: { icon: string }; isVoid: true }
export type ExpressionInline = Inline<'expression'> & { data: { expression: string }; isVoid: true }
export type MathInline = Inline<'inline-math'> & { data: { formula: string }; isVoid: true }
export type ImageInline = Inline<'inline-image'> & {
  data: {
    ref: ContentRef
    refDark?: ContentRef
    caption?: string
    alt?: string
    size?: 'original' | 'line'
  }
  isVoid: true
}
export type AnnotationInline = Inline<'annotation'> & {
  nodes: InlineNode[]
  fragments: Fragment[]
  data?: Record<string, never>
  isVoid: false
}
export type MentionInline = Inline<'mention'> & { data: { ref: ContentRef }; isVoid: true }
export type ButtonInline = Inline<'button'> & {
  data: { label: string; kind: 'primary' | 'secondary'; icon?: string; ref: ContentRef }
  isVoid: true
}

export type InlineNode =
  | Text
  | LinkInline
  | EmojiInline
  | IconInline
  | ExpressionInline
  | MathInline
  | ImageInline
  | AnnotationInline
  | MentionInline
  | ButtonInline

type BlockOf<T extends string> = { object: 'block'; type: T; key?: string; meta?: Meta }

export type Align = 'start' | 'center' | 'end'
export type Length = number | { unit: string; value: number }
export type Fragment = {
  object: 'fragment'
  key?: string
  fragment?: string
  type?: string
  nodes: Block[]
}

export type Paragraph = BlockOf<'paragraph'> & {
  nodes: InlineNode[]
  data?: { align?: Align }
  isVoid?: false
}
export type Heading = BlockOf<'heading-1' | 'heading-2' | 'heading-3'> & {
  nodes: InlineNode[]
  data: { id?: string; align?: Align }
  isVoid?: false
}
export type ListItem = BlockOf<'list-item'> & {
  nodes: Block[]
  data?: { checked?: boolean }
  isVoid?: false
}
export type OrderedList = BlockOf<'list-ordered'> & {
  nodes: ListItem[]
  data: { start?: number }
  isVoid?: false
}
export type UnorderedList = BlockOf<'list-unordered'> & { nodes: ListItem[]; data?: object; isVoid?: false }
export type TaskList = BlockOf<'list-tasks'> & { nodes: ListItem[]; data?: object; isVoid?: false }
export type Divider = BlockOf<'divider'> & { data: object; isVoid: true }
export type Quote = BlockOf<'blockquote'> & { nodes: Block[]; data?: object; isVoid?: false }
export type HintStyle = 'info' | 'warning' | 'danger' | 'success'
export type Hint = BlockOf<'hint'> & { nodes: Block[]; data: { style: HintStyle }; isVoid?: false }
export type If = BlockOf<'if'> & { nodes: Block[]; data: { expression: string }; isVoid?: false }
export type Image = BlockOf<'image'> & {
  data: { ref: ContentRef; refDark?: ContentRef; width?: Length; height?: Length; alt?: string }
  fragments: Fragment[]
  isVoid: true
}
export type Images = BlockOf<'images'> & {
  nodes: Image[]
  data: { align?: 'center' | 'left' | 'right'; fullWidth?: boolean; withFrame?: boolean }
  isVoid: false
}
export type FileBlock = BlockOf<'file'> & { data: { ref: ContentRef }; isVoid: true }
export type Drawing = BlockOf<'drawing'> & { data: { ref?: ContentRef }; isVoid: true }
type Embed = BlockOf<'embed'> & { data: { url: string; fullWidth?: boolean }; isVoid: true }
export type CodeLine = BlockOf<'code-line'> & {
  nodes: InlineNode[]
  data: { highlighted?: boolean }
  isVoid?: false
}
export type Code = BlockOf<'code'> & {
  nodes: CodeLine[]
  data: {
    syntax?: string
    title?: string
    overflow?: 'scroll' | 'wrap'
    lineNumbers?: boolean
    fullWidth?: boolean
  }
  isVoid?: false
}
export type MathBlock = BlockOf<'math'> & { data: { formula: string }; isVoid: true }
export type Expandable = BlockOf<'expandable'> & { data: object; fragments: Fragment[]; isVoid: true }
export type TabsItem = BlockOf<'tabs-item'> & { nodes: Block[]; data: { title?: string }; isVoid?: false }
export type Tabs = BlockOf<'tabs'> & { nodes: TabsItem[]; data?: { fullWidth?: boolean }; isVoid?: false }
export type Swagger = BlockOf<'swagger'> & {
  data: { ref: ContentRef; path: string; method: string; expanded?: boolean; fullWidth?: boolean }
  isVoid: true
}
export type OpenAPIOperation = BlockOf<'openapi-operation'> & {
  data: { ref: ContentRef; path: string; method: string }
  isVoid: true
}
export type OpenAPISchemas = BlockOf<'openapi-schemas'> & {
  data: { ref: ContentRef; schemas: string[]; grouped?: boolean }
  isVoid: true
}
export type OpenAPIWebhook = BlockOf<'openapi-webhook'> & {
  data: { ref: ContentRef; name: string; method: string }
  isVoid: true
}
export type ContentReference = BlockOf<'content-ref'> & { data: { ref: ContentRef }; isVoid: true }
type Integration = BlockOf<'integration'> & {
  data: {
    integration: string
    block: string
    props: Record<string, unknown>
    action?: unknown
    url?: string
    fullWidth?: boolean
  }
  isVoid: true
}
type ReusableContent = BlockOf<'reusable-content'> & { data: { ref: ContentRef }; isVoid: true }
export type StepperStep = BlockOf<'stepper-step'> & {
  nodes: Block[]
  data: { icon?: string }
  isVoid?: false
}
export type Stepper = BlockOf<'stepper'> & { nodes: StepperStep[]; data?: object; isVoid?: false }
export type Column = BlockOf<'column'> & {
  nodes: Block[]
  data: { width?: Length; verticalAlignment?: VerticalAlignment }
  isVoid?: false
}
export type Update = BlockOf<'update'> & {
  nodes: Block[]
  data: { date?: string; tags?: string[] }
  isVoid?: false
}
export type Updates = BlockOf<'updates'> & { nodes: Update[]; data: { format?: string }; isVoid?: false }
export type Prompt = BlockOf<'prompt'> & {
  nodes: Block[]
  data: { description?: string; icon?: string; defaultExpanded?: string; openInAIProviders?: boolean }
  isVoid?: false
}
/**
 * The old ways to describe an API in the page itself: `swagger` and `api-method`, which hold parts, which hold parts. The
 * public model has none of them; what the tags are called and say is in `data` as it is.
 */
export type ApiMethod = BlockOf<'api-method' | 'api-method-part'> & {
  nodes: Block[]
  data: { tag: string; props: TagProps }
  isVoid?: false
}
export type TagProps = Record<string, string | true>
export type Columns = BlockOf<'columns'> & { nodes: Column[]; data: { fullWidth?: boolean }; isVoid: false }

export type Table = BlockOf<'table'> & {
  data: {
    view: GridView | CardsView
    records: Record<string, TableRecord>
    definition: Record<string, Definition>
    fullWidth?: boolean
  }
  fragments: Fragment[]
  isVoid: true
}

export type Block =
  | Paragraph
  | Heading
  | OrderedList
  | UnorderedList
  | TaskList
  | ListItem
  | Divider
  | Quote
  | Hint
  | If
  | Images
  | Image
  | FileBlock
  | Drawing
  | Embed
  | Code
  | CodeLine
  | MathBlock
  | Expandable
  | Tabs
  | TabsItem
  | Table
  | Swagger
  | OpenAPIOperation
  | OpenAPISchemas
  | OpenAPIWebhook
  | ContentReference
  | Integration
  | ReusableContent
  | Stepper
  | StepperStep
  | Columns
  | Column
  | Updates
  | Update
  | Prompt
  | ApiMethod

export type JSONDocument = {
  object: 'document'
  data: {
    schemaVersion?: number
    /** Link and footnote definitions that no inline of the document holds, as written. */
    definitions?: string[]
    [key: string]: unknown
  }
  nodes: Block[]
}
