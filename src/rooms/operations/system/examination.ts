// How the machine is, and how full: what an administrator looks at when something seems wrong.
import type { OutsideContext, ReadContext } from '../../../kit/domain/context.ts'
import type { Examination, StorageUse } from './schema.ts'
import { listFileSums, listLargestTables, sizeOfDatabase } from './store-counts.ts'

type Outside = Pick<OutsideContext, 'machine'>

export async function examineInstallation(ctx: ReadContext & Outside): Promise<Examination> {
  const checks = (await ctx.machine?.examine()) ?? []
  return { object: 'examination', checkedAt: ctx.clock.now().toISOString(), checks }
}

type Held = Awaited<ReturnType<typeof listFileSums>>['organizations'][number]

function withoutNulls({ id, title, ...sum }: Held) {
  return id === null || title === null ? sum : { id, title, ...sum }
}

export async function storageUse(ctx: ReadContext & Outside): Promise<StorageUse> {
  const [database, tables, files, disks = []] = await Promise.all([
    sizeOfDatabase(ctx.db),
    listLargestTables(ctx.db),
    listFileSums(ctx.db, ctx.actor.id),
    ctx.machine?.freeSpace(),
  ])
  return {
    object: 'storage-use',
    database,
    tables,
    files: { ...files, organizations: files.organizations.map(withoutNulls) },
    disks: disks.map(({ folder, bytes }) => ({ folder, free: bytes })),
  }
}
