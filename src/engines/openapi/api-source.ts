import type { OpenApiDocument } from './document.ts'

/** A description as it was at one time. Another one has another version, so what is made of it can be kept by that. */
export type FoundApi = { version: string; document: OpenApiDocument; packed: Uint8Array }

/** Where descriptions come from. Undefined where there is none, or none that could be read. */
export type ApiSource<Ref> = (ref: Ref) => Promise<FoundApi | undefined>
