import { type Static, Type } from 'typebox'

/** A PDF to be made: which content, what of it, and what its title page says. */
export type PdfOrder = Static<typeof PdfOrder>
export const PdfOrder = Type.Object({
  spaceId: Type.String(),
  key: Type.String(),
  revisionId: Type.String(),
  page: Type.Optional(Type.String()),
  only: Type.Boolean(),
  title: Type.String(),
  subtitle: Type.Optional(Type.String()),
  date: Type.String(),
  /** Of the space, as it was set. */
  language: Type.Optional(Type.String()),
  address: Type.String(),
  /** Where members read this content, with its files; an address in orders of earlier releases. */
  home: Type.Optional(Type.String()),
})
