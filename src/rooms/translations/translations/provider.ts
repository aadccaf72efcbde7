// Somebody who translates: an address that is sent units and answers them.
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ListedUnit } from '../../../engines/translation/xliff-write.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { unitName } from './accept-units.ts'

/** What providers are sent, and what they answer: `{"units": [{"id": "…", "text": "…"}]}`. */
export type Assignment = {
  source: string
  target: string
  instructions: object
  glossary: { source: string; target: string }[]
  units: ListedUnit[]
}

const Answer = Type.Object({
  units: Type.Array(Type.Object({ id: Type.String(), text: Type.String() })),
})

/** It can not be asked, or does not answer what it should. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  /** Another try may go better. */
  readonly mayPass: boolean

  constructor(message: string, mayPass: boolean) {
    super(message)
    this.mayPass = mayPass
  }
}

const TIMEOUT = 120_000

export async function askProvider(ctx: OutsideContext, assignment: Assignment): Promise<Map<string, string>> {
  const provider = ctx.translationProvider
  if (!provider) throw new ProviderFailure('No translation provider is set up', false)
  const { units, ...rest } = assignment
  const body = JSON.stringify({ ...rest, units: units.map(sent) })
  const answer = await ctx.fetcher
    .fetch(provider.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(provider.token !== undefined && { authorization: `Bearer ${provider.token}` }),
      },
      body,
      timeout: TIMEOUT,
      maxRedirects: 0,
      accept: 'application/json',
    })
    .catch((error: unknown) => {
      throw new ProviderFailure(
        error instanceof Error ? error.message : 'The provider cannot be reached',
        true,
      )
    })
  if (answer.status !== 200)
    throw new ProviderFailure(
      `The provider answered ${answer.status}`,
      answer.status >= 500 || answer.status === 429,
    )
  return new Map(readAnswer(answer.body).units.map(({ id, text }) => [id, text]))
}

function sent({ kind, source, placeholders, suggestion, previousSource, ...unit }: ListedUnit) {
  return {
    id: unitName(unit),
    kind,
    text: source,
    placeholders: placeholders.map((placeholder, index) => ({ id: String(index + 1), ...placeholder })),
    ...(suggestion !== undefined && { suggestion }),
    ...(previousSource !== undefined && { previousSource }),
  }
}

function readAnswer(body: Buffer): Static<typeof Answer> {
  const value = parsed(body)
  if (!Value.Check(Answer, value))
    throw new ProviderFailure('The provider did not answer {"units": [{"id", "text"}]}', false)
  return value
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
