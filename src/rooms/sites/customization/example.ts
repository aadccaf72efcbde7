import { DEFAULTS } from './defaults.ts'

/**
 * For the reference. An object of no type: the shape that shows it is what gives settings theirs. It has no field named
 * `title` anywhere, since in a shape that is what makes a component of the document.
 */
export const EXAMPLE: object = {
  ...DEFAULTS,
  favicon: { emoji: '1f4d8' },
  footer: { ...DEFAULTS.footer, copyright: '© Example' },
  privacyPolicy: { url: 'https://example.org/privacy' },
  socialPreview: { url: 'https://example.org/preview.png' },
}
