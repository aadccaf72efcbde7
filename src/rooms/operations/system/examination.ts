// How the machine is, and how full: what an administrator looks at when something seems wrong.
import type { OutsideContext, ReadContext } from '../../../kit/domain/context.ts'
import type { Examination, StorageUse } from './schema.ts'
import { listLargestTables, sizeOfDatabase } from './store-counts.ts'

type Outside = Pick<OutsideContext, 'machine'>

export async function examineInstallation(ctx: ReadContext & Outside): Promise<Examination> {
  const checks = (await ctx.machine?.examine()) ?? []
  return { object: 'examination', checkedAt: ctx.clock.now().toISOString(), checks }
}

export async function storageUse(ctx: ReadContext & Outside): Promise<StorageUse> {
  const [database, tables, disks = []] = await Promise.all([
    sizeOfDatabase(ctx.db),
    listLargestTables(ctx.db),
    ctx.machine?.freeSpace(),
  ])
  return {
    object: 'storage-use',
    database,
    tables,
    disks: disks.map(({ folder, bytes }) => ({ folder, free: bytes })),
  }
}
