import type { ContentRef } from '../content/records.ts'
import type { MessageValues } from '../words/message.ts'
import type { Html } from './html.ts'
import type { DocumentWords } from './words.ts'

// A document written as HTML that holds for every site and every tree: what depends on these is left open. It can be kept
// by the hash of what it was written from; `fillIn` closes the placeholders for one page view. All of it is plain JSON.
//
// What the page around it has to know:
// - It is shown inside an element with the class `content`, with `assets/content.css`.
// - `:root` has the class `js` once scripts run; what needs them is hidden until then.
// - `button[data-copy]` copies the text of the `code`, or the Markdown of the `[data-copied]`, within the nearest
//   `[data-copy-from]`.
// - `.tabs` are radio buttons, which work by themselves. When the fragment of the address names something in a
//   `.tab-panel`, its `input` wants to be checked, and a closed `details` around it to be opened.
// - `a[data-query]` leads to the page of the search, or opens it right here, with these words.
// - `pre.mermaid` holds the source of a diagram; it is only there if `needs.mermaid`.

export type WrittenDocument = { parts: readonly HtmlPart[]; needs: Needs }

/** What the page has to load beside its styles. */
export type Needs = {
  mermaid: boolean
  maths: boolean
  /** The origins of servers that its readers may send requests to. */
  servers?: readonly string[]
}

/** `id` is the anchor, without `#`; `depth` is 1 for the highest headings of the body. */
export type OutlineEntry = { id: string; title: string; depth: number }

/** HTML as it is, or something that is not known yet. */
export type HtmlPart = string | Placeholder

export type Placeholder =
  /** `parts` become a link; the words stay where it leads nowhere. */
  | { placeholder: 'link'; ref: ContentRef; look: LinkLook; parts: readonly HtmlPart[] }
  /** Lies over a whole card. `label` says what it leads to. */
  | { placeholder: 'cover-link'; ref: ContentRef; label: string }
  /** A link with title, icon and description of what it leads to. */
  | { placeholder: 'card'; ref: ContentRef; label?: string; beside?: string }
  /** The title of what it leads to, within a line. */
  | { placeholder: 'mention'; ref: ContentRef; label?: string }
  /** Name, size and kind of a file. */
  | { placeholder: 'file'; ref: ContentRef; caption: readonly HtmlPart[] }
  | ({ placeholder: 'picture' } & Picture)
  /** Another document is here; its headings are in the outline of the page, or not. */
  | { placeholder: 'include'; ref: ContentRef; isOutlined: boolean }
  /** An id, which no other element of the page may have. A heading with a place in the outline has that too. */
  /** `isShared`: parts of API descriptions lead to one another by it, and one of them has it. */
  /** `isOther`: beside it stands the one that links should name. */
  | {
      placeholder: 'id'
      id: string
      isShared?: boolean
      isOther?: boolean
      heading?: { title: string; depth: number }
    }
  | { placeholder: 'date'; date: string }
  /** The address of the search, with what is searched for. */
  | { placeholder: 'search'; query: string }
  /** What we say ourselves, in the language of the site, with the values of its placeholders. */
  | { placeholder: 'words'; words: keyof DocumentWords; values?: MessageValues }
  /** A part of an API description; `parts` are there where it is not known. */
  | { placeholder: 'api'; ref: ContentRef; part: ApiPart; parts: readonly HtmlPart[] }
  /** What an integration draws; `parts` are there where it does not. */
  | { placeholder: 'integration'; block: IntegrationBlock; parts: readonly HtmlPart[] }
  /** What some integration may draw; `parts` are there where none does. */
  | { placeholder: 'drawable'; source: Drawable; parts: readonly HtmlPart[] }

/** An address that stands alone, or code in a language that has no colours here. */
export type Drawable = { url: string } | { language: string; code: string }

/** A block that an integration draws, by its name there. */
export type IntegrationBlock = {
  integration: string
  block: string
  props: Readonly<Record<string, unknown>>
  /** What it is told as it is drawn first. */
  action?: Readonly<Record<string, unknown>>
}

export type ApiPart =
  /** `under`: the words of the heading right before it, which it does not say again. */
  | { kind: 'operation' | 'webhook'; method: string; path: string; under?: string }
  | { kind: 'schemas'; names: readonly string[] }

export type LinkLook = 'text' | 'primary' | 'secondary' | 'plain'

export type Picture = {
  ref: ContentRef
  dark?: ContentRef
  alt: string
  /** Then we say what it is. */
  isDrawing?: boolean
  /** Pixels, as far as the document says. */
  width?: number
  height?: number
  look: 'block' | 'line' | 'inline' | 'cover' | 'cell'
  /** Near the beginning of the document, so that it is better loaded at once. */
  isFirst?: boolean
}

/** What a reference leads to, for one reader of one site. */
export type TargetLink = {
  href: string
  /** The title of a page, the name of a file … */
  title?: string
  description?: string
  emoji?: string
  /** The name of an icon. */
  icon?: string
  /** Of a file. */
  size?: number
  contentType?: string
  /** Of a picture, in pixels. */
  width?: number
  height?: number
}

export type Filling = {
  /**
   * Undefined for what does not exist or is not for this reader. References that are complete in themselves need no
   * answer: addresses that leave the site, and anchors on the same page.
   */
  resolve(ref: ContentRef): TargetLink | undefined
  /** The document of reusable content. */
  include?(ref: ContentRef): WrittenDocument | undefined
  /** What an API description says; or what is wrong, for those who can mend it. */
  api?(ref: ContentRef, part: ApiPart): WrittenDocument | { problem: string } | undefined
  /** What is in the place of a block, with what it shows where there is nothing. */
  integration?(block: IntegrationBlock, instead: Html): Html
  /** What is in the place of something that an integration may draw. */
  drawable?(source: Drawable, instead: Html): Html
  /** The page that shows what a search finds. */
  searchPage?: string
  icons?: Icons
  /** Where links that leave the site open. */
  opensOutside?: 'same-tab' | 'new-tab'
  /** How dates and sizes are spelt, as a language tag. */
  locale?: string
  /** What we say ourselves. */
  words: DocumentWords
}

export type FilledDocument = { html: Html; outline: OutlineEntry[]; needs: Needs }

/** The drawing of a named icon; undefined when there is none of that name. */
export type Icons = (name: string) => Icon | undefined
export type Icon = { width: number; height: number; path: string }

export type HtmlWriteOptions = {
  icons?: Icons
  /** Whether what is around it runs from right to left: then every block says how it runs. */
  isRightToLeft?: boolean
}
