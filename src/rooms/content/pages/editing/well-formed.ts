import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { checkDocument } from '../../../../engines/markdown/model/check.ts'
import { countCells, MOST_CELLS } from '../../../../engines/markdown/tables/count-cells.ts'
import { invalid, Problem } from '../../../../kit/domain/problems.ts'
import type { Body } from '../schema.ts'

/** What was sent as a body, where it can be written. */
export function wellFormed(body: Body, field: string): Body {
  if (body.markdown === undefined && body.document)
    requireDocument(body.document, `${field}.document.document`)
  return body
}

/** Refuses a document that the writer of Markdown could not read, or that is too large for a page. */
export function requireDocument(document: JSONDocument, field: string) {
  const problem = checkDocument(document)
  if (problem) throw invalid(`${field}.${problem}`, { field })
  const cells = countCells(document)
  if (cells > MOST_CELLS)
    throw new Problem(
      'too_large',
      `${field} has tables of ${cells} cells, the empty ones included; at most ${MOST_CELLS} fit on a page`,
      { field, cells, most: MOST_CELLS },
    )
}
