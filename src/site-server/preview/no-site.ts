// What browsers get where no site is. The same for a name that nobody has and for a site that is not published: who asks
// learns nothing of what there is.
import type { PageAnswer } from '../../engines/site/answers.ts'
import { noSitePage } from '../../engines/site/views/app-pages.ts'
import { message } from '../page/messages.ts'
import type { ReaderKit } from '../visit/site-frame.ts'
import { appFrame } from './app-frame.ts'

export function answerNoSite(kit: Pick<ReaderKit, 'assets'>, status: 400 | 404): PageAnswer {
  const open = appFrame(kit)
  return message(open, noSitePage(open, { mark: String(status) }), status)
}
