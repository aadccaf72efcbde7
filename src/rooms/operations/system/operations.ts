import { anyone, instance } from '../../../kit/domain/subjects.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { VERSION } from '../../../world/version.ts'
import { examineInstallation, storageUse } from './examination.ts'
import { retryFailedJob } from './failed-jobs.ts'
import { presentFailedJob } from './present.ts'
import { ApiInformation, Examination, FailedJob, StorageUse } from './schema.ts'
import { listFailedJobs } from './store.ts'

export const operations = [
  operation({
    id: 'getApiInformation',
    route: 'GET /v1',
    summary: 'Get the version of the API',
    on: anyone,
    needs: 'ask',
    returns: ApiInformation,
    run: () => ({ version: 'v1', build: VERSION }),
  }),
  operation({
    id: 'examineInstallation',
    route: 'POST /v1/examination',
    summary: 'Check the installation',
    description:
      'What `quire doctor` checks: settings, database, files, disk space, mail, identity providers, custom domains. It changes nothing and takes some seconds; within ten seconds, the answer is the same.',
    on: instance,
    needs: 'administrate',
    writes: false,
    status: 200,
    returns: Examination,
    run: ({ ctx }) => examineInstallation(ctx),
  }),
  operation({
    id: 'getStorageUse',
    route: 'GET /v1/storage',
    summary: 'Get how much space the installation uses, and how much is left',
    on: instance,
    needs: 'administrate',
    returns: StorageUse,
    run: ({ ctx }) => storageUse(ctx),
  }),
  operation({
    id: 'listFailedJobs',
    route: 'GET /v1/failed-jobs',
    summary: 'List failed background jobs',
    description:
      'A job that fails is tried again several times with growing pauses, then it is listed here for thirty days.',
    on: instance,
    needs: 'administrate',
    query: Paging,
    returns: ListOf(FailedJob),
    run: async ({ ctx, query }) => listOf(await listFailedJobs(ctx.db, query), presentFailedJob),
  }),
  operation({
    id: 'retryFailedJob',
    route: 'POST /v1/failed-jobs/{jobId}/retry',
    summary: 'Retry a failed background job',
    on: instance,
    needs: 'administrate',
    returns: FailedJob,
    run: async ({ ctx, params }) => presentFailedJob(await retryFailedJob(ctx, params.jobId)),
  }),
]
