// What people say about the pages and the change requests.

import { parseMarkdown } from '../engines/markdown/parse.ts'
import { requireAbility } from '../kit/domain/subjects.ts'
import {
  changeRequestComment,
  changeRequestTalk,
  spaceComment,
  spaceReply,
  spaceTalk,
} from '../rooms/review/comments/access.ts'
import { changeComment, postComment } from '../rooms/review/comments/comments.ts'
import { changeReply, postReply } from '../rooms/review/comments/replies.ts'
import type { CommentChanges, NewComment } from '../rooms/review/comments/schema.ts'
import type { DemoChangeRequest } from './actions.ts'
import type { Company } from './people.ts'
import type { Performer } from './performer.ts'
import type { Proposals } from './proposals.ts'
import { type DemoLibrary, type DemoSheet, type Shelved, sheetAt } from './shelves.ts'

export async function talk({ cast }: Company, { spaces }: DemoLibrary, { reviewed, torn }: Proposals) {
  const { handbook, 'product-guide': guide, gallery } = spaces
  const { admin, writer, editor, reviewer, translator, support } = cast

  const half = await onSpace(support, handbook, {
    page: sheetAt(handbook, 'people/time-off').id,
    body: { markdown: 'Can I take half a day? Two customers’ support teams asked me how **we** do it.' },
  })
  const yes = await half.reply(writer, 'Yes. I will add a sentence once the change to thirty days is merged.')
  await half.change(editor, { addedReactions: ['👍'] })
  await half.change(reviewer, { addedReactions: ['👍', '🎉'] })
  await yes.react(support, '❤️')

  const typo = await onSpace(translator, handbook, {
    page: sheetAt(handbook, 'writing/style-guide').id,
    body: { markdown: 'The table said “leverege”. Corrected, please have a look.' },
  })
  await typo.reply(writer, 'Looks right now.')
  await typo.change(translator, { resolved: true })

  await onSpace(reviewer, handbook, {
    body: { markdown: 'Should we print the handbook for the wall? I ask for a friend without a screen.' },
  })

  const channels = sheetAt(guide, 'using-beacon/alerts/channels')
  const table = await onSpace(support, guide, {
    page: channels.id,
    node: keyOfTable(channels),
    body: { markdown: 'Text messages took four minutes last week. Is *1 minute* still true?' },
  })
  await table.reply(editor, 'On average, yes. I ask the provider about last week.')

  await onSpace(editor, gallery, {
    page: sheetAt(gallery, 'blocks/layout').id,
    body: {
      markdown: 'Is there a limit to how deep blocks can be nested? See `stepper > step > hint` here.',
    },
  })

  const urgency = await onProposal(editor, reviewed, {
    body: {
      markdown: 'I will add a sentence about `urgency` to the page on checks. Here, or in another request?',
    },
  })
  await urgency.reply(reviewer, 'Here, please: then nobody reads about it before it exists.')
  await urgency.change(writer, { addedReactions: ['👀'] })

  const both = await onProposal(writer, torn, {
    page: sheetAt(handbook, 'people/time-off').id,
    body: {
      markdown:
        'Sorry, I changed the same sentence meanwhile. Can we have both: thirty days **and** birthdays?',
    },
  })
  await both.change(admin, { addedReactions: ['🎂'] })
}

/** The blocks of a page have keys; this is that of its first table. */
function keyOfTable({ markdown }: DemoSheet) {
  return parseMarkdown(markdown).nodes.find(({ type }) => type === 'table')?.key
}

async function onSpace(author: Performer, { id: spaceId }: Shelved, comment: NewComment) {
  const { id: commentId } = await author.does(async (ctx) =>
    postComment(ctx, await requireAbility(ctx, spaceTalk, { spaceId }, 'comment'), comment),
  )
  const params = { spaceId, commentId }
  return {
    change: (person: Performer, changes: CommentChanges) =>
      person.does(async (ctx) =>
        changeComment(ctx, await requireAbility(ctx, spaceComment, params, 'reply'), changes),
      ),
    async reply(person: Performer, markdown: string) {
      const { id: commentReplyId } = await person.does(async (ctx) =>
        postReply(ctx, await requireAbility(ctx, spaceComment, params, 'reply'), { markdown }),
      )
      return {
        react: (other: Performer, emoji: string) =>
          other.does(async (ctx) => {
            const reply = await requireAbility(ctx, spaceReply, { ...params, commentReplyId }, 'reply')
            return changeReply(ctx, reply, { addedReactions: [emoji] })
          }),
      }
    },
  }
}

async function onProposal(author: Performer, proposal: DemoChangeRequest, comment: NewComment) {
  const { id: commentId } = await author.does(async (ctx) =>
    postComment(ctx, await requireAbility(ctx, changeRequestTalk, proposal, 'comment'), comment),
  )
  const params = { ...proposal, commentId }
  return {
    change: (person: Performer, changes: CommentChanges) =>
      person.does(async (ctx) =>
        changeComment(ctx, await requireAbility(ctx, changeRequestComment, params, 'reply'), changes),
      ),
    reply: (person: Performer, markdown: string) =>
      person.does(async (ctx) =>
        postReply(ctx, await requireAbility(ctx, changeRequestComment, params, 'reply'), { markdown }),
      ),
  }
}
