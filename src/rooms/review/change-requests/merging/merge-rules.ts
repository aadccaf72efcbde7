// What must be true before a change request can be merged, by the rules of its space or organization.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { conflict } from '../../../../kit/domain/problems.ts'
import { isAtLeast } from '../../../../kit/domain/roles.ts'
import type { SpaceRow } from '../../../content/spaces/store.ts'
import { levelsAmong } from '../../../people/permissions/grants.ts'
import type { SeenChangeRequest } from '../access.ts'
import type { MergeChecks } from '../schema.ts'
import type { PlainChangeRequest as Row } from '../store.ts'
import { findOrganizationRules, listLatestReviews, listPeople, listRequestedUsers } from './store-rules.ts'

type Rule = { rule: string; users?: string[]; expression?: string }
type Rules = { type: string; rules?: Rule[] }

/** Everything that rules ask about. */
type Facts = {
  row: Row
  isUpToDate: boolean
  /** Those who approved what is there now. */
  approvers: Set<string>
  /** Those who still want changes. */
  opponents: Set<string>
  requested: string[]
}

export async function requireMergeable(ctx: ReadContext, seen: SeenChangeRequest, row: Row, space: SpaceRow) {
  const { rules, canBypass } = await checkRules(ctx, row, space)
  const unmet = canBypass ? [] : rules.filter(({ isMet }) => !isMet)
  if (unmet.length === 0) return
  const missing = unmet.map((rule) => inWords(rule)).join('; ')
  throw conflict(`This change request does not meet the merge rules yet: ${missing}`, {
    rules: unmet.map(({ rule }) => rule),
    changeRequest: seen.number,
  })
}

/** The same for somebody who wants to know before they try. */
export async function mergeChecks(ctx: ReadContext, seen: SeenChangeRequest): Promise<MergeChecks> {
  const { rules, canBypass } = await checkRules(ctx, seen, seen.space)
  const people = await listPeople(ctx.db, [...new Set(rules.flatMap(({ users = [] }) => users))])
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  return {
    rules: rules.map((rule) => ({
      rule: rule.rule,
      isMet: rule.isMet,
      message: inWords(rule, names),
      ...(rule.users && { people: rule.users.map((id) => names.get(id) ?? id) }),
    })),
    canBypass,
  }
}

type CheckedRule = Rule & { isMet: boolean }

/** Each rule, and whether the caller may merge whatever the others say. */
async function checkRules(ctx: ReadContext, row: Row, space: SpaceRow) {
  const rules = await rulesFor(ctx, space)
  const asked = rules.filter(({ rule }) => rule !== 'allow_bypass')
  if (asked.length === 0) return { rules: [], canBypass: false }
  const facts = await factsOf(ctx, row, space)
  const { actor } = ctx
  return {
    rules: asked.map((rule): CheckedRule => ({ ...rule, isMet: isMet(rule, facts) })),
    canBypass: actor.kind === 'user' && rules.some((rule) => mayBypass(rule, actor.id)),
  }
}

/** People, and not an integration that goes by the id of one. */
function mayBypass({ rule, users = [] }: Rule, userId: string) {
  return rule === 'allow_bypass' && users.includes(userId)
}

async function rulesFor(ctx: ReadContext, { mergeRules, organizationId }: SpaceRow): Promise<Rule[]> {
  const own = mergeRules as Rules
  const rules = own.type === 'inherit' ? await findOrganizationRules(ctx.db, organizationId) : own
  return (rules as Rules | undefined)?.type === 'rules' ? ((rules as Rules).rules ?? []) : []
}

async function factsOf(ctx: ReadContext, row: Row, space: SpaceRow): Promise<Facts> {
  const all = await listLatestReviews(ctx.db, row.id)
  // The word of somebody who may no longer review counts no more, neither for nor against.
  const levels = await levelsAmong(
    ctx,
    space,
    all.map(({ reviewerId }) => reviewerId),
  )
  const reviews = all.filter(({ reviewerId }) => isAtLeast(levels.get(reviewerId) ?? null, 'review'))
  const approved = reviews.filter(
    ({ status, revisionId }) => status === 'approved' && revisionId === row.revisionId,
  )
  return {
    row,
    isUpToDate: row.revisionAncestor === space.revisionId,
    approvers: new Set(approved.map(({ reviewerId }) => reviewerId)),
    opponents: new Set(
      reviews.filter(({ status }) => status === 'changes-requested').map(({ reviewerId }) => reviewerId),
    ),
    requested: await listRequestedUsers(ctx.db, row.id),
  }
}

function isMet({ rule, users = [] }: Rule, facts: Facts) {
  const { approvers, opponents, requested, row } = facts
  switch (rule) {
    case 'require_specific_reviewers':
      return users.every((user) => approvers.has(user))
    case 'require_one_of_specific_reviewers':
      return users.some((user) => approvers.has(user))
    case 'require_at_least_one_review':
      return approvers.size > 0
    case 'require_all_reviews_approved':
      return opponents.size === 0 && requested.every((user) => approvers.has(user))
    case 'require_up_to_date_change_request':
      return facts.isUpToDate
    case 'require_change_request_subject':
      return row.subject.trim() !== ''
    case 'require_change_request_description':
      return row.description !== null
    // There is no agent here that could review, and no language yet for custom expressions: such a rule is not
    // met by anyone but those who may bypass it.
    default:
      return false
  }
}

/** `names`: of people, by their ids. */
function inWords({ rule, users = [] }: Rule, names = new Map<string, string>()) {
  const people = users.map((id) => names.get(id) ?? id).join(', ')
  switch (rule) {
    case 'require_specific_reviewers':
      return `these people must approve the current content: ${people}`
    case 'require_one_of_specific_reviewers':
      return `one of these people must approve the current content: ${people}`
    case 'require_at_least_one_review':
      return 'someone must approve the current content'
    case 'require_all_reviews_approved':
      return 'all requested reviewers and all who reviewed it must approve the current content'
    case 'require_up_to_date_change_request':
      return 'it must be updated from the space first'
    case 'require_change_request_subject':
      return 'it needs a subject'
    case 'require_change_request_description':
      return 'it needs a description'
    default:
      return `the rule ${rule} cannot be met here`
  }
}
