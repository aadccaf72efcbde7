// What kind of program a visitor uses, of what it says of itself. Only the kind is kept.

const BROWSERS = ['chrome', 'firefox', 'safari', 'edge', 'ie', 'opera', 'unknown'] as const
const DEVICES = ['desktop', 'tablet', 'mobile', 'unknown'] as const
const SYSTEMS = ['windows', 'macos', 'linux', 'android', 'ios', 'unknown'] as const
const BOTS = [
  'unknown',
  'googlebot',
  'bingbot',
  'duckduckbot',
  'facebookbot',
  'applebot',
  'chatgpt',
  'anthropic',
] as const

export type Agent = {
  browser: (typeof BROWSERS)[number]
  device: (typeof DEVICES)[number]
  system: (typeof SYSTEMS)[number]
  /** Empty for people. */
  bot: (typeof BOTS)[number] | ''
}

type Rules<Kind> = [RegExp, Kind][]

// The first that fits: most of them also name others whom they want to be taken for.
const BOT_RULES: Rules<Agent['bot']> = [
  [/googlebot|google-inspectiontool/i, 'googlebot'],
  [/bingbot|bingpreview/i, 'bingbot'],
  [/duckduckbot|duckassistbot/i, 'duckduckbot'],
  [/facebookexternalhit|facebookbot|meta-externalagent/i, 'facebookbot'],
  [/applebot/i, 'applebot'],
  [/chatgpt|gptbot|oai-searchbot/i, 'chatgpt'],
  [/claudebot|claude-user|claude-searchbot|anthropic/i, 'anthropic'],
  [/bot\b|crawl|spider|slurp|headless|^(?:curl|wget|python|go-http|java|okhttp|node)\b/i, 'unknown'],
]
const BROWSER_RULES: Rules<Agent['browser']> = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera\b/, 'opera'],
  [/\bMSIE |\bTrident\//, 'ie'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
]
const SYSTEM_RULES: Rules<Agent['system']> = [
  [/\bWindows\b/, 'windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macos'],
  [/\bAndroid\b/, 'android'],
  [/\b(?:Linux|X11|CrOS)\b/, 'linux'],
]
const DEVICE_RULES: Rules<Agent['device']> = [
  [/\b(?:iPad|Tablet)\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\b(?:iPhone|iPod|Mobile|Mobi)\b/, 'mobile'],
  [/\b(?:Windows|Macintosh|Linux|X11|CrOS)\b/, 'desktop'],
]

export function agentOf(text: string): Agent {
  return {
    browser: firstOf(BROWSER_RULES, text) ?? 'unknown',
    device: firstOf(DEVICE_RULES, text) ?? 'unknown',
    system: firstOf(SYSTEM_RULES, text) ?? 'unknown',
    bot: firstOf(BOT_RULES, text) ?? '',
  }
}

function firstOf<Kind>(rules: Rules<Kind>, text: string) {
  return rules.find(([pattern]) => pattern.test(text))?.[1]
}
