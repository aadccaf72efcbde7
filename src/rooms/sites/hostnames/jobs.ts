import { Type } from 'typebox'
import { longJob } from '../../../kit/domain/jobs.ts'
import { askNameService, keepCheck } from './check-hostname.ts'
import { findHostnameOf } from './store.ts'

/** Looks where a host name leads as soon as a site has it, so that its admins need not ask. */
export const checkNewHostname = longJob({
  name: 'hostnames.check',
  payload: Type.Object({ siteId: Type.String(), fields: Type.Array(Type.String()) }),
  run: async (ctx, { siteId, fields }, inTransaction) => {
    if (!fields.includes('hostname')) return
    const hostname = await findHostnameOf(ctx.db, siteId)
    if (hostname === undefined) return
    const status = await askNameService(ctx, hostname)
    await inTransaction((inside) => keepCheck(inside, { siteId, hostname, status }))
  },
})
