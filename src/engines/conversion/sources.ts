import type { Origin } from './single.ts'

export const SOURCES = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const
export type Source = (typeof SOURCES)[number]

export type ConversionInput = Origin & {
  source: Source
  bytes: Uint8Array
  /** What the server said about the letters. */
  charset?: string
}
