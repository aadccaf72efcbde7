// Who did it: people of the archive are found again by their e-mail addresses. Whoever is not known here is made, or
// stood in for by who imports; that is counted and told.
import { Value } from 'typebox/value'
import type { WriteContext } from '../../kit/domain/context.ts'
import { NewUser } from '../../rooms/people/identity/schema.ts'
import { createUser } from '../../rooms/people/identity/users.ts'
import type { ArchivedPerson } from './format.ts'
import type { Export } from './read-archive.ts'
import { listUsersOf } from './store.ts'

export type People = Awaited<ReturnType<typeof findPeople>>

/** The stand-in is whoever acts. */
export async function findPeople(ctx: WriteContext, read: Export, { createUsers }: { createUsers: boolean }) {
  const wanted = new Map<string, ArchivedPerson>()
  for (const person of peopleIn(read)) wanted.set(keyOf(person), person)
  const known = await listUsersOf(ctx.db, [...wanted.keys()])
  const matched = known.size
  const created: ArchivedPerson[] = []
  const unknown: ArchivedPerson[] = []
  for (const [key, person] of wanted) {
    if (known.has(key)) continue
    const details = { email: person.email, displayName: person.name.slice(0, 64) || undefined }
    if (createUsers && Value.Check(NewUser, details)) {
      known.set(key, (await createUser(ctx, details)).id)
      created.push(person)
    } else unknown.push(person)
  }
  let standIns = 0
  function idOf(person: ArchivedPerson) {
    const id = known.get(keyOf(person))
    if (id === undefined) standIns += 1
    return id ?? ctx.actor.id
  }
  return {
    idOf,
    somebody: (person: ArchivedPerson | null) => (person === null ? null : idOf(person)),
    /** After all were asked for. */
    told: () => ({ matched, created, unknown, standIns }),
  }
}

function keyOf({ email }: ArchivedPerson) {
  return email.toLowerCase()
}

function* peopleIn({ comments, changeRequests }: Export): Generator<ArchivedPerson> {
  yield* inComments(comments)
  for (const { by, reviewers, reviews, contributors, comments } of changeRequests) {
    if (by) yield by
    for (const { by, requestedBy } of [...reviewers, ...reviews]) {
      yield by
      if (requestedBy) yield requestedBy
    }
    for (const { by } of contributors) yield by
    yield* inComments(comments)
  }
}

function* inComments(comments: Export['comments']): Generator<ArchivedPerson> {
  for (const { by, resolvedBy, reactions, replies } of comments) {
    if (by) yield by
    if (resolvedBy) yield resolvedBy
    for (const reaction of [...reactions, ...replies.flatMap(({ reactions }) => reactions)]) yield reaction.by
    for (const reply of replies) if (reply.by) yield reply.by
  }
}
