// Fonts that come with Quire, by the names of the settings. Their files are served like our styles; a page is sent those
// of its own look alone, and of these what its letters need.

export type BuiltInFont = {
  family: string
  /** The package that has its files, and how their names begin. */
  from: string
  files: string
  /** One file holds all weights, or each of these has its own. */
  weights: 'all' | readonly number[]
  hasItalic: boolean
}

function variable(family: string, files: string, hasItalic = true): BuiltInFont {
  return { family, from: `@fontsource-variable/${files}`, files, weights: 'all', hasItalic }
}

function fixed(family: string, files: string, weights: readonly number[], hasItalic = true): BuiltInFont {
  return { family, from: `@fontsource/${files}`, files, weights, hasItalic }
}

/** All but ABC Favorit, which may not be passed on. Code is set upright. */
export const BUILT_IN_FONTS: Readonly<Record<string, BuiltInFont>> = {
  Inter: variable('Inter', 'inter'),
  Roboto: variable('Roboto', 'roboto'),
  RobotoSlab: variable('Roboto Slab', 'roboto-slab', false),
  OpenSans: variable('Open Sans', 'open-sans'),
  SourceSansPro: variable('Source Sans Pro', 'source-sans-3'),
  Lato: fixed('Lato', 'lato', [400, 700]),
  Ubuntu: fixed('Ubuntu', 'ubuntu', [400, 500, 700]),
  Raleway: variable('Raleway', 'raleway'),
  Merriweather: variable('Merriweather', 'merriweather'),
  Overpass: variable('Overpass', 'overpass'),
  NotoSans: variable('Noto Sans', 'noto-sans'),
  IBMPlexSerif: fixed('IBM Plex Serif', 'ibm-plex-serif', [400, 600, 700]),
  Poppins: fixed('Poppins', 'poppins', [400, 600, 700]),
  FiraSans: fixed('Fira Sans', 'fira-sans', [400, 600, 700]),
  FiraCode: variable('Fira Code', 'fira-code', false),
  IBMPlexMono: fixed('IBM Plex Mono', 'ibm-plex-mono', [400, 600], false),
  JetBrainsMono: variable('JetBrains Mono', 'jetbrains-mono', false),
  SourceCodePro: variable('Source Code Pro', 'source-code-pro', false),
  RobotoMono: variable('Roboto Mono', 'roboto-mono', false),
  SpaceMono: fixed('Space Mono', 'space-mono', [400, 700], false),
  DMMono: fixed('DM Mono', 'dm-mono', [400, 500], false),
  Inconsolata: variable('Inconsolata', 'inconsolata', false),
}

export function builtInFont(name: unknown): BuiltInFont | undefined {
  return typeof name === 'string' && Object.hasOwn(BUILT_IN_FONTS, name) ? BUILT_IN_FONTS[name] : undefined
}

export type FontFile = { name: string; weight: string; style: 'normal' | 'italic' }

/** `subset`: `latin`, `cyrillic` … */
export function fontFiles({ files, weights, hasItalic }: BuiltInFont, subset: string): FontFile[] {
  const styles = hasItalic ? (['normal', 'italic'] as const) : (['normal'] as const)
  return styles.flatMap((style) =>
    (weights === 'all' ? ['wght'] : weights.map(String)).map((weight) => ({
      name: `${files}-${subset}-${weight}-${style}.woff2`,
      weight: weight === 'wght' ? '100 900' : weight,
      style,
    })),
  )
}

/**
 * `range`: letters that it has; all of them, if left out. A page never moves when its font comes: it has it when it is
 * painted, which the preload sees to, or shows that of the system and has it from the next page on.
 */
export function fontFace({ family }: BuiltInFont, file: FontFile, address: string, range?: string): string {
  const style = file.style === 'italic' ? 'font-style:italic;' : ''
  const letters = range === undefined ? '' : `;unicode-range:${range}`
  return `@font-face{font-family:"${family}";${style}font-weight:${file.weight};font-display:optional;src:url("${address}")${letters}}`
}

/** Letters that are in no Latin file, and in another one of some font: Latin of the east, Greek, Cyrillic, Vietnamese. */
export const OTHER_LETTERS = /[\u0100-\u02af\u0370-\u052f\u1e00-\u1fff]/
