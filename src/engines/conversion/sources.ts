import type { DocumentOrigin } from './single.ts'

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
export type ImportSource = (typeof SOURCES)[number]

export type ConversionInput = DocumentOrigin & {
  source: ImportSource
  bytes: Uint8Array
  /** What the server said about the letters. */
  charset?: string
}
