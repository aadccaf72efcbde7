// Everything that is done in threads; see world/threads.ts. Each is a value of the part that asks for it, and loaded when
// a worker first does it: all of them together take a quarter of a second.
import type { Task } from './world/threads.ts'

type AnyTask = Task<never, unknown>

export const tasks: Record<string, () => Promise<AnyTask>> = {
  convert: async () => (await import('./conversion/task.ts')).convertTask,
  'repository.read-pages': async () => (await import('./repository/read-pages.ts')).readPages,
  'repository.read-summary': async () => (await import('./repository/summary-task.ts')).readLongSummary,
  'content.describe-apis-now': async () =>
    (await import('./rooms/content/described-texts.ts')).describeApisNow,
  'content.describe-apis-later': async () =>
    (await import('./rooms/content/described-texts.ts')).describeApisLater,
  'content.find-links': async () => (await import('./rooms/link-index/text-links.ts')).listLinks,
  'http.read-body': async () => (await import('./http/long-body.ts')).readBodyTask,
  'history.compare-texts': async () => (await import('./rooms/history/compare-texts.ts')).compareTexts,
  'openapi.process': async () => (await import('./rooms/openapi/tasks.ts')).processFilesTask,
  'openapi.write-document': async () => (await import('./rooms/openapi/tasks.ts')).writeDocumentTask,
  'openapi.write-parts': async () => (await import('./rooms/openapi/tasks.ts')).writePartsTask,
  'openapi.write-raw': async () => (await import('./rooms/openapi/tasks.ts')).writeRawTask,
  'openapi.compare': async () => (await import('./rooms/openapi/tasks.ts')).compareTask,
  'openapi.changed-version': async () => (await import('./rooms/openapi/tasks.ts')).changedVersionTask,
  'pdf.write': async () => (await import('./rooms/pdf/tasks.ts')).writeBook,
  'pdf.print': async () => (await import('./rooms/pdf/tasks.ts')).makePdf,
  'card.draw': async () => (await import('./rooms/programs/card-task.ts')).drawCardTask,
  'search.cut-pages': async () => (await import('./rooms/search/cutting.ts')).cutPages,
  'site.anchors': async () => (await import('./rooms/visited-sites/read-anchors.ts')).anchorsTask,
  'site.find-links': async () => (await import('./rooms/programs/site-links.ts')).findLinksTask,
  'site.without-links': async () => (await import('./rooms/programs/site-links.ts')).withoutLinksTask,
  'site.write-text': async () => (await import('./rooms/visited-sites/write-task.ts')).writeTextTask,
  'translation.read-units': async () => (await import('./translation/tasks.ts')).readUnits,
  'translation.translate-texts': async () => (await import('./translation/tasks.ts')).translateTexts,
  'translation.find-hand-edits': async () => (await import('./translation/tasks.ts')).findHandEdits,
  'translation.read-xliff': async () => (await import('./translation/tasks.ts')).readXliffFile,
}
