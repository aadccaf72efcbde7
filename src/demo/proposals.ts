// The change requests: one merged, one under review, one still a draft, one in conflict with its space.

import type { UpdatePage } from '../rooms/content/pages/schema-changes.ts'
import { changeChangeRequest } from '../rooms/review/change-requests/change-requests.ts'
import { conflictsOf } from '../rooms/review/change-requests/conflicts/conflicts.ts'
import { mergeChangeRequest, updateFromMain } from '../rooms/review/change-requests/merging/merge.ts'
import { requestReviewers } from '../rooms/review/change-requests/reviewers.ts'
import { submitReview } from '../rooms/review/reviews/reviews.ts'
import { type DemoChangeRequest, inProposal, propose, writeLive } from './actions.ts'
import { readDraft } from './library.ts'
import type { Company } from './people.ts'
import { type DemoLibrary, type Shelved, sheetAt } from './shelves.ts'

export type Proposals = {
  merged: DemoChangeRequest
  draft: DemoChangeRequest
  reviewed: DemoChangeRequest
  torn: DemoChangeRequest & { conflicts: number }
}

export async function makeProposals({ cast }: Company, { spaces }: DemoLibrary): Promise<Proposals> {
  return {
    merged: await mergedOne(cast, spaces.handbook),
    draft: await draftOne(cast, spaces.handbook),
    torn: await tornOne(cast, spaces.handbook),
    reviewed: await reviewedOne(cast, spaces['product-guide']),
  }
}

type Cast = Company['cast']

async function mergedOne({ editor, reviewer }: Cast, handbook: Shelved) {
  const merged = await propose(editor, handbook, {
    subject: 'Say how long a meeting may be',
    description: 'Somebody asked in the last retrospective. Forty-five minutes is what we agreed on.',
    changes: [
      rewrite(handbook, 'how-we-work/meetings', {
        'Start on time, with whoever is there.':
          'A meeting takes forty-five minutes at most. Start on time, with whoever is there.',
      }),
    ],
  })
  await inProposal(editor, merged, 'edit', (ctx, seen) =>
    requestReviewers(ctx, seen, { users: [reviewer.id] }),
  )
  await inProposal(reviewer, merged, 'review', (ctx, seen) =>
    submitReview(ctx, seen, { status: 'approved', comment: { markdown: 'Short and clear. Thank you!' } }),
  )
  await inProposal(reviewer, merged, 'merge', mergeChangeRequest)
  return merged
}

async function draftOne({ translator }: Cast, handbook: Shelved) {
  const { look, markdown } = await readDraft('french')
  return propose(translator, handbook, {
    subject: 'The principles in French',
    description: 'Not ready yet: the fourth principle still sounds translated.',
    changes: [
      {
        operation: 'insert_page',
        type: 'document',
        title: 'Nos principes',
        slug: 'french',
        ...look,
        document: { markdown },
        into: sheetAt(handbook, 'in-other-languages').id,
      },
    ],
  })
}

/** Two people change the same sentence and the same title; one of them then pulls what the other one did. */
async function tornOne({ editor, writer }: Cast, handbook: Shelved) {
  const page = 'people/time-off'
  const days = 'You have 28 days of paid holiday a year,'
  const torn = await propose(editor, handbook, {
    subject: 'Thirty days of holiday',
    description: 'As announced in the company meeting: two days more from next year on.',
    changes: [
      {
        ...rewrite(handbook, page, { [days]: 'From next year on you have 30 days of paid holiday,' }),
        title: 'Holidays',
      },
    ],
  })
  await inProposal(editor, torn, 'edit', (ctx, seen) => changeChangeRequest(ctx, seen, { status: 'open' }))
  await writeLive(writer, handbook, [
    {
      ...rewrite(handbook, page, { [days]: 'You have 28 days of paid holiday a year and your birthday,' }),
      title: 'Time off and birthdays',
    },
    rewrite(handbook, 'how-we-work/working-remotely/your-desk', { '900 euros': '1000 euros' }),
  ])
  await inProposal(editor, torn, 'edit', updateFromMain)
  const conflicts = await inProposal(editor, torn, 'view', conflictsOf)
  return { ...torn, conflicts: conflicts.length }
}

async function reviewedOne({ editor, reviewer, writer }: Cast, guide: Shelved) {
  const { look, markdown } = await readDraft('quiet-hours')
  const alerts = 'using-beacon/alerts'
  const reviewed = await propose(editor, guide, {
    subject: 'Explain quiet hours',
    description:
      'Quiet hours come with 2.5. This adds a page about them and a sentence where readers look first.',
    changes: [
      {
        operation: 'insert_page',
        type: 'document',
        title: 'Quiet hours',
        slug: 'quiet-hours',
        ...look,
        document: { markdown },
        into: sheetAt(guide, alerts).id,
      },
      rewrite(guide, alerts, {
        'Checks marked `quiet`,':
          'Checks that may wait during [quiet hours](quiet-hours.md), checks marked `quiet`,',
      }),
    ],
  })
  await inProposal(editor, reviewed, 'edit', (ctx, seen) =>
    requestReviewers(ctx, seen, { users: [reviewer.id, writer.id] }),
  )
  await inProposal(reviewer, reviewed, 'review', (ctx, seen) =>
    submitReview(ctx, seen, {
      status: 'changes-requested',
      comment: {
        markdown:
          'Good page. What is an **unimportant** check? Please say where `urgency` is set, or link to it.',
      },
    }),
  )
  return reviewed
}

/** The page with some passages in other words. */
function rewrite(space: Shelved, path: string, passages: Record<string, string>): UpdatePage {
  const { id, markdown: before } = sheetAt(space, path)
  let markdown = before
  for (const [passage, other] of Object.entries(passages)) {
    if (!markdown.includes(passage)) throw new Error(`The sample page ${path} does not say: ${passage}`)
    markdown = markdown.replace(passage, other)
  }
  return { operation: 'update_page', page: id, document: { markdown } }
}
