// Settings of sites and of their spaces one by one: what is absent stays, null resets.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { OrNull, Told } from '../../../kit/http/operations/shapes.ts'
import {
  about,
  advancedCustomization,
  ai,
  feedback,
  font,
  footer,
  header,
  insights,
  locale,
  monospaceFont,
  pageActions,
  pagination,
  pdf,
  privacyPolicy,
  showEditLink,
  sidebar,
  socialPreview,
  styling,
  Title,
  target,
  themes,
  trademark,
} from './schema.ts'
import { Announcement, Favicon } from './schema-parts.ts'

/** The settings that a site and each of its spaces have. Null resets one; to what, `reset` says. */
function changesOf<More extends TProperties>(reset: Reset, more: More) {
  return {
    title: reset(Title),
    styling: Type.Partial(
      Type.Object({
        ...more,
        theme: reset(styling.theme),
        primaryColor: reset(styling.primaryColor),
        infoColor: reset(styling.infoColor),
        successColor: reset(styling.successColor),
        warningColor: reset(styling.warningColor),
        dangerColor: reset(styling.dangerColor),
        tint: reset(styling.tint),
        corners: reset(styling.corners),
        depth: reset(styling.depth),
        links: reset(styling.links),
        icons: reset(styling.icons),
        sidebar: Type.Partial(
          Type.Object({ background: reset(sidebar.background), list: reset(sidebar.list) }),
          about.sidebar,
        ),
        search: reset(styling.search),
        background: reset(styling.background),
      }),
      about.styling,
    ),
    internationalization: Type.Object({ locale: reset(locale) }, about.internationalization),
    favicon: reset(Favicon),
    announcement: reset(Announcement),
    header: Type.Partial(
      Type.Object({
        preset: reset(header.preset),
        logo: reset(header.logo),
        backgroundColor: reset(header.backgroundColor),
        linkColor: reset(header.linkColor),
        links: reset(header.links),
      }),
      about.header,
    ),
    footer: Type.Partial(
      Type.Object({
        logo: reset(footer.logo),
        groups: reset(footer.groups),
        copyright: reset(footer.copyright),
      }),
      about.footer,
    ),
    themes: Type.Partial(
      Type.Object({ default: reset(themes.default), toggeable: reset(themes.toggeable) }),
      about.themes,
    ),
    pdf: Type.Object({ enabled: reset(pdf) }, about.pdf),
    feedback: Type.Object({ enabled: reset(feedback) }, about.feedback),
    git: Type.Object({ showEditLink: reset(showEditLink) }, about.git),
    externalLinks: Type.Object({ target: reset(target) }, about.externalLinks),
    pagination: Type.Object({ enabled: reset(pagination) }, about.pagination),
    trademark: Type.Object({ enabled: reset(trademark) }, about.trademark),
    privacyPolicy: Type.Partial(Type.Object({ url: reset(privacyPolicy) }), about.privacyPolicy),
    socialPreview: Type.Partial(Type.Object({ url: reset(socialPreview) }), about.socialPreview),
  }
}

/** What a site space shows otherwise than its site does. */
export type OverrideChanges = Static<typeof OverrideChanges>
export const OverrideChanges = Type.Partial(Type.Object(changesOf(orSite, {})))

/** Settings of a site, each by itself. */
export type CustomizationChanges = Static<typeof CustomizationChanges>
export const CustomizationChanges = Type.Partial(
  Type.Object({
    ...changesOf(orDefault, { font: orDefault(font), monospaceFont: orDefault(monospaceFont) }),
    ai: Type.Partial(Type.Object({ mode: orDefault(ai.mode) }), about.ai),
    advancedCustomization: Type.Partial(
      Type.Object({ enabled: orDefault(advancedCustomization.enabled) }),
      about.advancedCustomization,
    ),
    pageActions: Type.Partial(
      Type.Object({
        externalAI: orDefault(pageActions.externalAI),
        markdown: orDefault(pageActions.markdown),
        mcp: orDefault(pageActions.mcp),
      }),
      about.pageActions,
    ),
    insights: Type.Partial(
      Type.Object({ trackingCookie: orDefault(insights.trackingCookie) }),
      about.insights,
    ),
  }),
)

type Described = TSchema & { description?: string }
type Reset = <Shape extends Described>(shape: Shape) => ReturnType<typeof OrNull<Shape>>

function orSite<Shape extends Described>(shape: Shape) {
  return Told(OrNull(shape), `${shape.description ?? ''}; null resets it to the setting of the site`)
}

function orDefault<Shape extends Described>(shape: Shape) {
  return Told(OrNull(shape), `${shape.description ?? ''}; null resets it to the default`)
}
