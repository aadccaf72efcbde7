import { type Static, Type } from 'typebox'
import { OneOf, Told } from '../../../kit/http/operations/shapes.ts'
import { LanguageCode } from '../../content/spaces/schema.ts'
import { SiteTitle } from '../sites/schema.ts'
import { EXAMPLE } from './example.ts'
import { FontDefinition } from './schema-fonts.ts'
import {
  Announcement,
  Favicon,
  FooterGroup,
  HeaderItem,
  ThemedAddress,
  ThemedColor,
  WebAddress,
} from './schema-parts.ts'

const FONTS =
  'ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif Poppins FiraSans'.split(
    ' ',
  )
const MONOSPACE_FONTS =
  'FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata'.split(' ')

export const Title = Told(SiteTitle, 'The title that readers see; default: the title of the site')

// Each part is written down once: all of a site's settings are made of them, and what a site space may change.
export const styling = {
  theme: OneOf(['clean', 'muted', 'bold', 'gradient'], { description: 'How loud the pages are' }),
  primaryColor: ThemedColor('The colour of links, buttons and selected items'),
  tint: Type.Object(
    { color: ThemedColor('The colour that is mixed in') },
    { description: 'Mixes a colour into backgrounds and text' },
  ),
  infoColor: ThemedColor('The colour of hints that inform'),
  successColor: ThemedColor('The colour of hints that something went well'),
  warningColor: ThemedColor('The colour of hints that warn'),
  dangerColor: ThemedColor('The colour of hints about danger'),
  corners: OneOf(['straight', 'rounded', 'circular'], { description: 'The corners of boxes and buttons' }),
  depth: OneOf(['subtle', 'flat'], { description: 'Whether boxes cast a shadow' }),
  links: OneOf(['default', 'accent'], { description: 'How links in texts are underlined' }),
  icons: OneOf(['regular', 'solid', 'duotone', 'light', 'thin'], { description: 'How icons are drawn' }),
  search: OneOf(['prominent', 'subtle'], { description: 'How the search field looks' }),
  background: OneOf(['plain', 'match'], {
    description: 'Whether backgrounds have the primary colour; `tint` takes precedence',
    deprecated: true,
  }),
}
export const sidebar = {
  background: OneOf(['default', 'filled'], { description: 'Whether it has its own background' }),
  list: OneOf(['default', 'pill', 'line'], { description: 'How its entries are marked' }),
}
export const locale = Told(
  LanguageCode,
  'The language of buttons and labels for pages without a language; unsupported languages fall back to English',
)
export const header = {
  preset: OneOf(['default', 'bold', 'contrast', 'custom', 'none'], {
    description: 'The colours of the header; `custom` uses the colours below, `none` hides the header',
  }),
  logo: ThemedAddress('the logo'),
  backgroundColor: Type.Object(ThemedColor('').properties, {
    description: 'The background of a `custom` header, in the light and the dark theme',
    deprecated: true,
  }),
  linkColor: Type.Object(ThemedColor('').properties, {
    description: 'The links in a `custom` header, in the light and the dark theme',
    deprecated: true,
  }),
  links: Type.Array(HeaderItem, { maxItems: 20, description: 'Links and menus, at most 20' }),
}
export const footer = {
  logo: ThemedAddress('the logo'),
  groups: Type.Array(FooterGroup, { maxItems: 10, description: 'Groups of links, at most 10' }),
  copyright: Type.String({ maxLength: 300, description: 'Who has the rights, in a line' }),
}
export const themes = {
  default: OneOf(['light', 'dark', 'system'], {
    description: "The initial theme; `system` follows the reader's device",
  }),
  toggeable: Type.Boolean({ description: 'Whether readers can switch the theme' }),
}
export const pdf = Type.Boolean({ description: 'Whether readers can get pages as PDF' })
export const feedback = Type.Boolean({ description: 'Whether readers are asked if a page helped' })
export const showEditLink = Type.Boolean({
  description: 'Whether pages link to their file in the repository',
})
export const target = OneOf(['self', 'blank'], {
  description: 'Whether external links open in the same tab or a new one',
})
export const pagination = Type.Boolean({
  description: 'Whether pages link to the previous and the next page',
})
export const trademark = Type.Boolean({ description: 'Whether pages show the trademark' })
export const privacyPolicy = WebAddress('the privacy policy')
export const socialPreview = WebAddress('the image')
export const font = Type.Union([OneOf(FONTS), FontDefinition], {
  description: 'The font of texts: one by its name, or a font of the organization',
})
export const monospaceFont = Type.Union([OneOf(MONOSPACE_FONTS), FontDefinition], {
  description: 'The font of code: one by its name, or a font of the organization',
})
export const ai = {
  mode: OneOf(['none', 'search', 'assistant'], {
    description: 'Whether readers get AI answers in search, or an assistant',
  }),
}
export const advancedCustomization = {
  enabled: Type.Boolean({ description: 'Stored without effect; all settings always work' }),
}
export const pageActions = {
  externalAI: Type.Boolean({ description: 'Whether pages can be opened in external assistants' }),
  markdown: Type.Boolean({ description: 'Whether pages can be copied as Markdown' }),
  mcp: Type.Boolean({ description: 'Whether pages show how agents connect to the site' }),
}
export const insights = {
  trackingCookie: Type.Boolean({ description: 'Whether readers are recognized by a cookie' }),
}

export const about = {
  ai: { description: 'Answers that a model writes' },
  advancedCustomization: { description: 'Settings that are not for every site' },
  pageActions: { description: 'Page actions for readers' },
  insights: { description: 'What is counted' },
  styling: { description: 'Colours, fonts and shapes' },
  sidebar: { description: 'The list of pages' },
  internationalization: {
    description: 'The language; the language of the space takes precedence',
    deprecated: true,
  },
  header: { description: 'The header of every page' },
  footer: { description: 'The footer of every page' },
  themes: { description: 'Light and dark' },
  pdf: { description: 'Pages as PDF' },
  feedback: { description: 'Page ratings' },
  git: { description: 'The repository behind the content' },
  externalLinks: { description: 'Links to elsewhere' },
  pagination: { description: 'From page to page' },
  trademark: { description: 'The trademark' },
  privacyPolicy: { description: 'Link to the privacy policy' },
  socialPreview: { description: 'The social preview image' },
}

export type SiteCustomizationSettings = Static<typeof SiteCustomizationSettings>
export const SiteCustomizationSettings = Type.Object(
  {
    title: Type.Optional(Title),
    styling: Type.Object(
      {
        ...styling,
        tint: Type.Optional(styling.tint),
        font,
        monospaceFont,
        sidebar: Type.Object(sidebar, about.sidebar),
      },
      about.styling,
    ),
    internationalization: Type.Object({ locale }, about.internationalization),
    favicon: Favicon,
    header: Type.Object(
      {
        ...header,
        logo: Type.Optional(header.logo),
        backgroundColor: Type.Optional(header.backgroundColor),
        linkColor: Type.Optional(header.linkColor),
      },
      about.header,
    ),
    footer: Type.Object(
      { ...footer, logo: Type.Optional(footer.logo), copyright: Type.Optional(footer.copyright) },
      about.footer,
    ),
    announcement: Type.Optional(Announcement),
    themes: Type.Object(themes, about.themes),
    pdf: Type.Object({ enabled: pdf }, about.pdf),
    feedback: Type.Object({ enabled: feedback }, about.feedback),
    ai: Type.Object(ai, about.ai),
    advancedCustomization: Type.Object(advancedCustomization, about.advancedCustomization),
    git: Type.Object({ showEditLink }, about.git),
    pageActions: Type.Object(pageActions, about.pageActions),
    externalLinks: Type.Object({ target }, about.externalLinks),
    pagination: Type.Object({ enabled: pagination }, about.pagination),
    trademark: Type.Object({ enabled: trademark }, about.trademark),
    privacyPolicy: Type.Object({ url: Type.Optional(privacyPolicy) }, about.privacyPolicy),
    socialPreview: Type.Object({ url: Type.Optional(socialPreview) }, about.socialPreview),
    insights: Type.Object(insights, about.insights),
  },
  { title: 'SiteCustomizationSettings', examples: [EXAMPLE] },
)

export const CustomizationQuery = Type.Object({
  unmasked: Type.Boolean({
    default: false,
    description: 'Accepted for compatibility: all settings are always returned',
  }),
})
