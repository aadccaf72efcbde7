// What a directory says of a person, from a whole resource or from changes of one.
import { booleanOf, type Patch, textOf } from '../patches.ts'
import { scimInvalid } from '../problems.ts'
import type { UserBody } from '../schema.ts'

export type UserState = {
  userName: string
  externalId?: string
  givenName?: string
  familyName?: string
  displayName?: string
  /** Undefined where nothing was said. */
  email?: string
  active?: boolean
}

type Fields = Record<string, unknown>

export function userStateOf(body: UserBody): UserState {
  const name = objectOf(body.name)
  return {
    userName: body.userName,
    externalId: textOf(body.externalId, 'externalId'),
    givenName: textOf(name.givenName, 'name.givenName'),
    familyName: textOf(name.familyName, 'name.familyName'),
    displayName: textOf(body.displayName, 'displayName') ?? textOf(name.formatted, 'name.formatted'),
    email: emailOf(body.emails),
    active: body.active === undefined ? undefined : booleanOf(body.active, 'active'),
  }
}

/** The primary one, else the first. */
function emailOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return
  const emails = (Array.isArray(value) ? value : [value]).slice(0, 50).map(objectOf)
  const [first] = [...emails.filter(({ primary }) => isTrue(primary)), ...emails]
  return textOf(first?.value, 'emails.value', 254)
}

function isTrue(value: unknown) {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function patched(state: UserState, patches: Patch[]): UserState {
  const next = { ...state }
  for (const patch of patches) apply(next, patch)
  return next
}

/** Of the schema of a user (RFC 7643, section 4.1), what is taken and not kept. */
const NOT_KEPT =
  /^(name(\.(middlename|honorificprefix|honorificsuffix))?|nickname|profileurl|title|usertype|preferredlanguage|locale|timezone|password|(phonenumbers|ims|photos|addresses|groups|entitlements|roles|x509certificates)(\..+)?)$/

function apply(state: UserState, { op, attribute, value }: Patch) {
  const given = op === 'remove' ? undefined : value
  switch (attribute) {
    case 'active':
      if (op === 'remove') throw scimInvalid('invalidValue', 'active cannot be removed')
      state.active = booleanOf(given, 'active')
      return
    case 'username':
      state.userName = textOf(given, 'userName', 254) ?? refuseUserName()
      return
    case 'externalid':
      state.externalId = textOf(given, 'externalId')
      return
    case 'displayname':
    case 'name.formatted':
      state.displayName = textOf(given, attribute)
      return
    case 'name.givenname':
      state.givenName = textOf(given, attribute)
      return
    case 'name.familyname':
      state.familyName = textOf(given, attribute)
      return
    case 'name':
      applyName(state, objectOf(given))
      return
    case 'emails':
      state.email = emailOf(given)
      return
    case 'emails.value':
      state.email = textOf(given, attribute, 254)
      return
    default:
      if (NOT_KEPT.test(attribute) || attribute.startsWith('emails.')) return
      throw scimInvalid('invalidPath', `A user has no attribute "${attribute.slice(0, 100)}"`)
  }
}

function applyName(state: UserState, name: Fields) {
  if ('givenName' in name) state.givenName = textOf(name.givenName, 'name.givenName')
  if ('familyName' in name) state.familyName = textOf(name.familyName, 'name.familyName')
  if ('formatted' in name) state.displayName = textOf(name.formatted, 'name.formatted')
}

function refuseUserName(): never {
  throw scimInvalid('invalidValue', 'userName is needed')
}

/** What others see of them. */
export function shownName({ displayName, givenName, familyName }: Omit<UserState, 'userName'>) {
  const parts = [givenName, familyName].filter((part) => part !== undefined).join(' ')
  return (displayName ?? parts).trim().slice(0, 64) || undefined
}
