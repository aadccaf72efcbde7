import { anyone } from '../../domain/subjects.ts'
import { operation } from '../../http/operation.ts'
import { VERSION } from '../../version.ts'
import { ApiInformation } from './schema.ts'

export const operations = [
  operation({
    id: 'getApiInformation',
    route: 'GET /v1/',
    summary: 'Get the version of the API',
    on: anyone,
    needs: 'ask',
    returns: ApiInformation,
    run: () => ({ version: 'v1', build: VERSION }),
  }),
]
