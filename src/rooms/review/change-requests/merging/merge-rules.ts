// What must be true before a change request can be merged, by the rules of its space or organization.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { conflict } from '../../../../kit/domain/problems.ts'
import { isAtLeast } from '../../../../kit/domain/roles.ts'
import type { SpaceRow } from '../../../content/spaces/store.ts'
import { levelsAmong } from '../../../people/permissions/grants.ts'
import type { SeenChangeRequest } from '../access.ts'
import type { PlainChangeRequest as Row } from '../store.ts'
import { findOrganizationRules, listLatestReviews, listRequestedUsers } from './store-rules.ts'

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
  const rules = await rulesFor(ctx, space)
  if (rules.length === 0) return
  if (ctx.actor.kind === 'user' && rules.some((rule) => mayBypass(rule, ctx.actor.id))) return
  const facts = await factsOf(ctx, row, space)
  const unmet = rules.filter((rule) => !isMet(rule, facts))
  if (unmet.length === 0) return
  throw conflict(`This change request does not meet the merge rules yet: ${unmet.map(inWords).join('; ')}`, {
    rules: unmet.map(({ rule }) => rule),
    changeRequest: seen.number,
  })
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
    case 'allow_bypass':
      return true
    // There is no agent here that could review, and no language yet for custom expressions: such a rule is not
    // met by anyone but those who may bypass it.
    default:
      return false
  }
}

function inWords({ rule, users = [] }: Rule) {
  switch (rule) {
    case 'require_specific_reviewers':
      return `these people must approve the current content: ${users.join(', ')}`
    case 'require_one_of_specific_reviewers':
      return `one of these people must approve the current content: ${users.join(', ')}`
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
