import { operation } from '../../../kit/http/operations/operation.ts'
import { storage } from './access.ts'
import { NewUpload, StorageUploadURL } from './schema.ts'
import { announceUpload } from './uploads.ts'

export const operations = [
  operation({
    id: 'generateStorageUploadURL',
    route: 'POST /v1/orgs/{organizationId}/storage/upload',
    summary: 'Get an address to send a file to',
    description:
      'PUT the bytes to `url` with the announced `Content-Type`. The URL needs no token and is valid for an hour. Then refer to the file by its `key` or `url`, within a day.',
    on: storage,
    needs: 'upload',
    body: NewUpload,
    example: {
      file: { name: 'handbook.zip', type: 'application/zip', size: 48_213 },
      kind: 'import_file',
    },
    status: 201,
    returns: StorageUploadURL,
    location: ({ key }, { organizationId }) => `/uploads/${organizationId}/${key}`,
    run: async ({ ctx, subject: organization, body }) => ({
      object: 'storage-signed-url' as const,
      ...(await announceUpload(ctx, organization, body)),
    }),
  }),
]
