import type { SiteCustomizationSettings } from './schema.ts'

/**
 * What a site looks like that nobody has customized. Text in these colours has a contrast of at least 4.5 to 1 on white
 * and on the background of the dark theme. No cookie recognizes readers, and nothing leaves for other services, until
 * somebody says so.
 */
export const DEFAULTS: SiteCustomizationSettings = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#2F5FD0', dark: '#8AB0FF' },
    infoColor: { light: '#0B6BA8', dark: '#6CB8F0' },
    successColor: { light: '#1B7448', dark: '#62C795' },
    warningColor: { light: '#7D5A00', dark: '#E8C34A' },
    dangerColor: { light: '#B3302A', dark: '#F28B82' },
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'system', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, mcp: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
}
