// What a directory says of a group, from a whole resource or from changes of one.
import { type Patch, textOf } from '../patches.ts'
import { scimInvalid } from '../problems.ts'
import { type GroupBody, MOST_MEMBERS } from '../schema.ts'

export type GroupState = { displayName: string; externalId?: string; members: Set<string> }

export function groupStateOf(body: GroupBody): GroupState {
  return {
    displayName: body.displayName,
    externalId: textOf(body.externalId, 'externalId'),
    members: new Set(idsOf(body.members)),
  }
}

function idsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const members: unknown[] = Array.isArray(value) ? value : [value]
  if (members.length > MOST_MEMBERS) throw tooMany()
  return members.map((member) => {
    const id = typeof member === 'object' && member !== null && 'value' in member ? member.value : undefined
    return textOf(id, 'members.value', 64) ?? refuse()
  })
}

function refuse(): never {
  throw scimInvalid('invalidValue', 'members must be a list of { "value": id }')
}

function tooMany() {
  return scimInvalid('tooMany', `A group has at most ${MOST_MEMBERS} members`)
}

export function patchedGroup(state: GroupState, patches: Patch[]): GroupState {
  const next = { ...state, members: new Set(state.members) }
  for (const patch of patches) apply(next, patch)
  if (next.members.size > MOST_MEMBERS) throw tooMany()
  return next
}

function apply(state: GroupState, { op, attribute, selected, value }: Patch) {
  switch (attribute) {
    case 'displayname':
      state.displayName = (op !== 'remove' && textOf(value, 'displayName', 64)) || refuseTitle()
      return
    case 'externalid':
      state.externalId = op === 'remove' ? undefined : textOf(value, 'externalId')
      return
    case 'members':
      changeMembers(state.members, { op, selected, value })
      return
    default:
      throw scimInvalid('invalidPath', `A group has no attribute "${attribute.slice(0, 100)}"`)
  }
}

function changeMembers(members: Set<string>, { op, selected, value }: Omit<Patch, 'attribute'>) {
  // Who is to be removed is named in the path by Okta, and in the value by Entra; without either it is all of them.
  const named = selected === undefined ? idsOf(value) : [selected]
  const isAll = op === 'remove' && selected === undefined && value === undefined
  if (op === 'replace' || isAll) members.clear()
  for (const id of named) {
    if (op === 'remove') members.delete(id)
    else members.add(id)
  }
}

function refuseTitle(): never {
  throw scimInvalid('invalidValue', 'displayName must be a text of 1 to 64 characters')
}
