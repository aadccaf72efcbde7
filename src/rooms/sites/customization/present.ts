// The files of fonts are open to everybody who knows their address, and the address is by the hash of the bytes. Pages
// of sites name it, and so do those who keep our answers: an address that ended after some days would leave them with
// another font, and a signature would keep nobody out, since every visitor of a public site gets it.
import type { Links } from '../../../kit/domain/links.ts'
import { fontAbilities, type SeenFont } from './access.ts'
import type { SiteCustomizationSettings } from './schema.ts'
import type { CustomFont, FontDefinition } from './schema-fonts.ts'
import type { FontRow } from './store-fonts.ts'

export function presentFont(font: FontRow, organization: SeenFont['organization'], links: Links): CustomFont {
  return { ...defineFont(font, links), permissions: { edit: fontAbilities(organization).edit } }
}

function defineFont({ id, family, faces }: FontRow, links: Links): FontDefinition {
  return {
    id,
    custom: true,
    fontFamily: family,
    fontFaces: faces.map(({ weight, blob, format }) => ({
      weight,
      sources: [{ url: links.of(`/fonts/${id}/${blob}.${format}`), format }],
    })),
  }
}

/** Settings with fonts of the organization as they are now, whatever they were when somebody chose them. */
export function withFonts(
  settings: SiteCustomizationSettings,
  fonts: FontRow[],
  links: Links,
): SiteCustomizationSettings {
  if (fonts.length === 0) return settings
  const current = (chosen: string | FontDefinition) => {
    if (typeof chosen === 'string' || !chosen.custom) return chosen
    const font = fonts.find(({ id }) => id === chosen.id)
    return font ? defineFont(font, links) : chosen
  }
  const { font, monospaceFont } = settings.styling
  return {
    ...settings,
    styling: { ...settings.styling, font: current(font), monospaceFont: current(monospaceFont) },
  }
}
