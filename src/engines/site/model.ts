// What a published site is to the functions that write its pages: plain values, all decided. Whoever fills them in has
// left out what this visitor may not see, resolved every link to an address, and turned documents into `Html`.
//
// Three parts live for different times, so that the cost of a page view does not grow with the site:
// - `SiteModel`: one for each site space, audience and customization. `openSite` (page.ts) writes header, footer and styles
//   once; keep what it returns as long as nothing of it changes.
// - `Navigation`: one for each revision and audience, made by `openNavigation` (navigation.ts).
// - `PageModel`: one for each page. Nothing in it belongs to one view but the optional `nonce`.

import type { SiteCustomizationSettings } from '../../rooms/sites/customization/schema.ts'
import type { PageLayout } from '../content/records.ts'
import type { Html } from '../html/html.ts'
import type { OutlineEntry } from '../html/written-document.ts'

/** An address as it is put into a link. Other than http(s), mailto, tel and relative ones are not written. */
export type Address = string

/** An image for each theme. */
export type ThemedImage = { light: Address; dark?: Address }

/** What is before a title. An icon is drawn already; of an emoji, its code points in hex are understood too. */
export type Sign = { icon?: Html; emoji?: string }

export type Look = SiteCustomizationSettings

export type SiteModel = {
  title: string
  /** Where the site begins, without a slash at the end: empty on a host name of its own, else `/sites/acme`. */
  home: string
  /** Where its first page is; the logo leads there. */
  start: Address
  /** Of the content, as in `lang`: `en`, `pt-br`, `ar`. Labels are in the locale of the look. */
  language: string
  direction: 'ltr' | 'rtl'
  look: Look
  /** The links of the look's header, footer and announcement, with addresses; a link that leads nowhere is left out. */
  headerLinks: readonly HeaderLink[]
  footerGroups: readonly FooterLinks[]
  announcementLink?: Link
  /** In the order of the header; none, or one, and there are no tabs. */
  sections: readonly (SectionModel | SectionGroup)[]
  /** The site spaces of this section: languages, versions. None, or one, and there is no switch. */
  variants: readonly Variant[]
  /** Where all sections and variants are listed. */
  listing?: Address
  assets: Assets
  /** Of integrations, which the policy of its pages lets in. */
  scripts?: readonly SiteScript[]
}

export type SiteScript = { src: Address; contentSecurityPolicy?: string; mayUseAnyHost?: boolean }

export type Link = { title: string; href: Address }
export type HeaderLink = {
  title: string
  style: 'link' | 'button-primary' | 'button-secondary'
  /** Nothing: a menu that only opens. */
  href?: Address
  links: readonly Link[]
}
export type FooterLinks = { title: string; links: readonly Link[] }

/** A section, or a link beside sections that leads elsewhere. */
export type SectionModel = Sign & {
  kind: 'section'
  title: string
  description?: string
  href: Address
  isCurrent: boolean
}
export type SectionGroup = Sign & {
  kind: 'group'
  title: string
  sections: readonly (SectionModel | SectionGroup)[]
}
export type Variant = Sign & { title: string; href: Address; isCurrent: boolean; language?: string }

/** Addresses of files of ours. Scripts import one another: all files of `assets/` are served from one folder. */
export type Assets = {
  /** Where all of them are, with a slash at its end. */
  folder: Address
  /** In the order in which they apply. */
  styles: readonly StyleSheet[]
  /** site.js */
  script: Address
  /** preview.css, for what is not published. */
  previewStyle?: Address
  /** The texts of `OpenSite.inline`, where the policy of a page allows nothing inline. */
  apart?: { style: Address; script: Address }
}

export type StyleSheet = {
  href: Address
  /** Pages that have one of these ask for it; all pages do, if left out. */
  forClasses?: ReadonlySet<string>
}

/** One entry of the tree. Hidden pages are not in it. */
export type NavigationEntry = Sign & {
  /** Of the page; `{home}/~navigation/{id}` answers `branchOf` as HTML. */
  id: string
  kind: 'page' | 'group' | 'link'
  title: string
  /** Of a group, where its first page is. Asked for, like those below it, where it is shown first. */
  href: () => Address | undefined
  /** In a preview of changes. */
  change?: ChangeKind
  /** An entry without any has none. */
  children?: () => readonly NavigationEntry[]
}

export type PageModel = Sign & {
  id: string
  title: string
  description?: string
  /** As the page says it, or `DEFAULT_LAYOUT` of content/records.ts. */
  layout: PageLayout
  cover?: ThemedImage & { yPos: number }
  /** From the top of the section down to the page above. Groups have no address. */
  breadcrumbs: readonly { title: string; href?: Address }[]
  body: Html
  outline: readonly OutlineEntry[]
  /** `navigationAt(navigation, way)` */
  navigation: Html
  previous?: Link
  next?: Link
  /** When it last changed, as an ISO date. */
  updatedAt?: string
  /** What can be done with it. The look decides which of them are shown. */
  actions: PageActions
  /** Whether the body has something that mermaid draws. */
  hasDiagrams?: boolean
  /** Where readers see what changed in the APIs that its body shows something of; named where there are several. */
  changelogs?: readonly Link[]
  /** Origins of the servers that the try-it panels of its body send to. */
  servers?: readonly string[]
  head: PageHead
  /** This page in the languages that there are, itself among them; none where there is one. */
  languages?: readonly { language: string; href: Address; isCurrent: boolean }[]
  /** The language of a page that is not translated into that of the site. */
  writtenIn?: string
  preview?: Preview
  /** Shows to `/~events` that this page was shown; what readers tell of it goes there. */
  proof?: string
  nonce?: string
}

export type PageActions = {
  /** The page as Markdown. */
  markdown?: Address
  /** Its file in the repository; `provider` is a name such as GitHub. */
  edit?: { href: Address; provider?: string }
  /** Where agents connect to the site. */
  mcp?: Address
}

/** For browsers, search engines and whoever shows a card of the page. Addresses here are whole: with https://. */
export type PageHead = {
  /** Where the page itself is read. */
  address?: Address
  /** What search engines are to list: the page itself, unless it names another one. */
  canonical?: Address
  /** The same page in other languages, where it is known which. */
  alternates: readonly { language?: string; href: Address }[]
  /** A picture of the page, if the look names none. */
  image?: { href: Address; width: number; height: number }
  noIndex: boolean
  /** The breadcrumbs with whole addresses; the page itself is the last. Without them there is no JSON-LD. */
  trail?: readonly { title: string; href?: Address }[]
  feeds?: readonly { title: string; href: Address; type: 'application/rss+xml' | 'application/atom+xml' }[]
}

/** What became of a page, or of a part of it. */
export type ChangeKind = 'added' | 'edited' | 'moved' | 'removed'

export type PreviewState = 'unpublished' | 'members' | 'draft' | 'open' | 'merged' | 'archived' | 'revision'

/** What is not published, read as a site: a site before it is, a space, a change request, a revision. */
export type Preview = {
  /** What is being read, in words: `#12 Quiet hours`. */
  title: string
  state?: PreviewState
  /** What it belongs to: a space, an organization. */
  back?: Link
  /** Where members work on it. */
  links?: readonly { kind: 'edit' | 'review' | 'pages'; href: string }[]
  /** What its writers should know of: sources of pages that fail. */
  problems?: readonly string[]
  /** Pages that differ from what readers see now; one that is gone has no address. */
  changes?: readonly { title: string; href?: Address; change: ChangeKind }[]
  /** From one of them to the next. */
  nextChange?: Link
  /** What the head of this page was before. */
  was?: WasHead
}

export type WasHead = { title?: string; description?: string }

/** What `~search.json` answers, and what the results page without script shows. */
export type SearchAnswer = {
  pages: readonly {
    title: string
    href: Address
    /** Which part of the site it is in. */
    section?: string
    sections: readonly { title: string; href: Address; snippet: string }[]
  }[]
}
