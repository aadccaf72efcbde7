import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { makePdf } from './make-pdf.ts'
import { PdfOrder } from './orders.ts'
import { deletePdfsNotAskedSince, findPdf, updatePdf } from './store.ts'

const KEPT_FOR = 7 * 24 * 60 * 60 * 1000

export const printPdf = longJob({
  name: 'pdf.print',
  payload: PdfOrder,
  // So that one that takes long holds nobody up. Each is a process of its own, which looks how much memory is left.
  atOnce: 2,
  run: async (ctx, order, inTransaction) => {
    const known = await findPdf(ctx.db, order)
    // Two may have asked for it at the same moment. What could not be made is not tried again before it is due.
    if (!known || known.blob !== null || known.failure !== null) return
    const outcome = await makePdf(ctx, order)
    await inTransaction((ctx) => updatePdf(ctx.db, order, outcome, ctx.clock.now()))
  },
})

/** Forgets what nobody asked for in a week; its bytes go with the next sweep. */
export const forgetPdfs = job({
  name: 'pdf.forget',
  payload: Type.Object({}),
  at: { hour: 3, minute: 27 },
  run: (ctx) => deletePdfsNotAskedSince(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_FOR)),
})
