import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { GitRemote } from '../../../../world/git/git.ts'
import type { OperationRow } from '../store.ts'

/** The repository of an operation, with the credentials that were sealed away. */
export function remoteOf(ctx: Pick<ReadContext, 'vault'>, { request, secret }: OperationRow): GitRemote {
  const { url, ref } = request
  return { url, ref, credentials: secret === null ? undefined : JSON.parse(ctx.vault.open(secret)) }
}
