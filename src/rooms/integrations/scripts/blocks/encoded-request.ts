import { Value } from 'typebox/value'
import { invalid } from '../../../../kit/domain/problems.ts'
import { RenderRequest } from '../schema.ts'

const WORDS = 'query.request must be the body of the POST: as JSON, or as JSON in base64'

/** What the address says is to be shown. */
export function readEncodedRequest(text: string): RenderRequest {
  const value = parse(text) ?? parse(Buffer.from(text, 'base64').toString())
  if (!Value.Check(RenderRequest, value)) throw invalid(WORDS, { field: 'query.request' })
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}
