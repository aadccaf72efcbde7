// Everything that is done in threads; see world/threads.ts. Each is a value of the part that asks for it, and loaded when
// a worker first does it: all of them together take a quarter of a second.
import type { Task } from './world/threads/threads.ts'

type AnyTask = Task<never, unknown>

export const tasks: Record<string, () => Promise<AnyTask>> = {
  convert: async () => (await import('./engines/conversion/task.ts')).convertTask,
  'repository.read-pages': async () => (await import('./engines/repository/page/read-pages.ts')).readPages,
  'repository.read-summary': async () =>
    (await import('./engines/repository/summary/summary-task.ts')).readLongSummary,
  'content.describe-apis-now': async () =>
    (await import('./rooms/content/pages/reading/described-texts.ts')).describeApisNow,
  'content.describe-apis-later': async () =>
    (await import('./rooms/content/pages/reading/described-texts.ts')).describeApisLater,
  'content.find-links': async () =>
    (await import('./rooms/content/pages/link-index/text-links.ts')).listLinks,
  'http.read-body': async () => (await import('./kit/http/requests/long-body.ts')).readBodyTask,
  'history.compare-texts': async () =>
    (await import('./rooms/content/history/compare-texts.ts')).compareTexts,
  'openapi.process': async () => (await import('./rooms/api-references/openapi/tasks.ts')).processFilesTask,
  'openapi.write-document': async () =>
    (await import('./rooms/api-references/openapi/tasks.ts')).writeDocumentTask,
  'openapi.write-parts': async () => (await import('./rooms/api-references/openapi/tasks.ts')).writePartsTask,
  'openapi.write-raw': async () => (await import('./rooms/api-references/openapi/tasks.ts')).writeRawTask,
  'openapi.compare': async () => (await import('./rooms/api-references/openapi/tasks.ts')).compareTask,
  'openapi.changed-version': async () =>
    (await import('./rooms/api-references/openapi/tasks.ts')).changedVersionTask,
  'accounts.hash-password': async () =>
    (await import('./rooms/people/accounts/passwords/hash-task.ts')).hashPasswordTask,
  'accounts.verify-password': async () =>
    (await import('./rooms/people/accounts/passwords/hash-task.ts')).verifyPasswordTask,
  'identity.scale-picture': async () =>
    (await import('./rooms/people/identity/pictures/scale-task.ts')).scalePictureTask,
  'pdf.write': async () => (await import('./rooms/content/pdf/tasks.ts')).writeBook,
  'pdf.print': async () => (await import('./rooms/content/pdf/tasks.ts')).makePdf,
  'card.draw': async () => (await import('./site-server/formats/card-task.ts')).drawCardTask,
  'search.cut-pages': async () => (await import('./rooms/content/search/index/cut-pages.ts')).cutPages,
  'site.anchors': async () => (await import('./site-server/visit/documents/read-anchors.ts')).anchorsTask,
  'site.find-links': async () => (await import('./site-server/formats/site-links.ts')).findLinksTask,
  'site.without-links': async () => (await import('./site-server/formats/site-links.ts')).withoutLinksTask,
  'site.write-text': async () => (await import('./site-server/visit/documents/write-task.ts')).writeTextTask,
  'translation.read-units': async () => (await import('./engines/translation/tasks.ts')).readUnits,
  'translation.translate-texts': async () => (await import('./engines/translation/tasks.ts')).translateTexts,
  'translation.find-hand-edits': async () => (await import('./engines/translation/tasks.ts')).findHandEdits,
  'translation.read-xliff': async () => (await import('./engines/translation/tasks.ts')).readXliffFile,
}
