// To make a source of texts, and a PDF of the source. Only the thread or process that does it loads what it takes.
import type { WrittenBook } from '../../../engines/pdf/book.ts'
import type { CompileRefusal, Printable, Printed, Trapped } from '../../../engines/pdf/compile.ts'
import type { Task } from '../../../world/threads/threads.ts'
import type { Manuscript } from './manuscript.ts'

export const writeBook: Task<Manuscript, WrittenBook> = {
  name: 'pdf.write',
  lane: 'pdf',
  work: async (manuscript) => (await import('./manuscript.ts')).writeManuscript(manuscript),
}

export const makePdf: Task<Printable, Printed | CompileRefusal | Trapped> = {
  name: 'pdf.print',
  lane: 'pdf',
  isApart: true,
  work: async (printable) => (await import('../../../engines/pdf/compile.ts')).print(printable),
  isUsedUp: async () => (await import('../../../engines/pdf/typesetter.ts')).isUsedUp(),
}
