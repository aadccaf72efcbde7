// The blocks of a page, each with what it was and what people say about it.
import type { Piece } from '../../engines/html/changes/write-pieces.ts'
import { type Html, html } from '../../engines/html/html.ts'
import type { Comment } from '../../rooms/review/comments/schema.ts'
import type { ComparedPage } from '../../site-server/preview/compared-page.ts'
import { directionOf } from '../words/catalog.ts'
import type { Comments } from './read-comments.ts'
import type { TalkAsked } from './talk-actions.ts'
import { openWriting, threadView } from './thread.ts'

/** Blocks around a change that are shown at once. */
const AROUND = 2
const FEW = 3

type Said = {
  pageId: string
  comments: Pick<Comments, 'comments' | 'replies' | 'more'>
  /** What somebody is about to comment on. */
  say?: { node: string; source?: string }
  canSuggest: boolean
}

export type Pieces = ReturnType<typeof openPieces>

export function openPieces(asked: TalkAsked, { pageId, comments, say, canSuggest }: Said) {
  const { words, space, language } = asked
  const { review, compare } = words
  // Words of the console among texts of another direction.
  const own = html` lang="${language}" dir="${directionOf(language)}"`
  const write = openWriting()
  const left = new Set([...comments.comments].reverse())
  const mayComment = space.permissions.comment

  function takeFor(keys: readonly string[]) {
    const found = [...left].filter(({ target }) => target.node && keys.includes(target.node.id))
    for (const one of found) left.delete(one)
    return found
  }

  /** Comments on what is in a block stand below the block. */
  function takeIn({ keys, kind }: Piece) {
    const inside =
      kind === 'removed'
        ? []
        : [...left].filter(({ target }) => target.node?.top === keys[0] && keys[0] !== undefined)
    for (const one of inside) left.delete(one)
    return [...takeFor(keys), ...inside].sort((one, other) => one.postedAt.localeCompare(other.postedAt))
  }

  const threadsView = (found: readonly Comment[], hasQuote = false) =>
    found.length > 0 &&
    html`<ol class="talk"${own}>${found.map((comment) => {
      const where =
        hasQuote &&
        html`<p class="where">${comment.target.node ? html`<span class="badge draft">${review.gone}</span>` : html`<span class="quiet">${compare.onPage}</span>`}</p>`
      return html`<li class="panel${comment.status === 'resolved' && ' resolved'}" id="comment-${comment.id}">${comment.target.node?.isEdited && !hasQuote && html`<p class="quiet">${compare.blockEdited}</p>`}${threadView(asked, { comment, replies: comments.replies.get(comment.id) ?? [], where, write })}</li>`
    })}</ol>`

  const formView = (node: string | undefined, source?: string) =>
    html`<form method="post" class="panel say" data-say${own}><input type="hidden" name="page" value="${pageId}">${node && html`<input type="hidden" name="node" value="${node}"><input type="hidden" name="quote" value="">`}
      <div class="field"><label for="say-${node ?? 'page'}">${node ? compare.sayBlock : compare.sayPage}</label>
      <textarea id="say-${node ?? 'page'}" name="comment" rows="3" maxlength="15000" required></textarea><p class="hint">${review.markdown}</p></div>
      ${
        node !== undefined &&
        source !== undefined &&
        canSuggest &&
        html`<details class="fold"><summary>${compare.suggest}</summary><div class="field"><label class="check"><input type="checkbox" name="suggests" value="1"> ${compare.suggests}</label>
        <label for="suggest-${node}">${compare.suggestion}</label><textarea id="suggest-${node}" name="suggestion" rows="5" maxlength="20000" spellcheck="true" dir="auto">${source}</textarea><p class="hint">${compare.suggestHint}</p></div></details>`
      }
      <div class="actions"><button class="button" name="action" value="comment">${review.comment}</button><a class="button plain" href="?#block-${node ?? ''}" data-cancel>${words.cancel}</a></div></form>`

  function pieceView(piece: Piece): Html {
    const { kind, keys, isWhole } = piece
    const [key] = keys
    const isSaid = say !== undefined && key === say.node
    const source = isWhole && kind !== 'removed' ? say?.source : undefined
    return html`<section class="piece ${kind}"${key && html` id="block-${key}" data-key="${key}"`}${kind !== 'same' && html` data-change tabindex="-1"`}>
      <div class="piece-head">${kind !== 'same' && html`<span class="badge ${kind}">${review.kinds[kind]}</span>`}
      ${mayComment && key !== undefined && html`<a class="comment-on" href="?comment=${encodeURIComponent(key)}#block-${key}" data-comment>${review.comment}</a>`}</div>
      ${isMissingText(piece) && html`<p class="alert"${own}>${compare.missingText}</p>`}${bothView(piece)}${threadsView(takeIn(piece))}${isSaid && formView(say.node, source)}</section>`
  }

  function bothView({ kind, type, now, was }: Piece): Html {
    const of = (part: Html, name: string) => html`<div class="content ${name}">${part}</div>`
    if (kind === 'edited' && type === 'images' && now && was)
      return html`<div class="two"><div><p class="quiet">${compare.before}</p>${of(was, 'was')}</div><div><p class="quiet">${compare.now}</p>${of(now, 'now')}</div></div>`
    if (!now) return html`${was && of(was, 'was')}`
    const isOnlyGone = kind === 'edited' && !now.text.includes('<ins>')
    return html`${of(now, 'now')}${was && html`<details class="before"${isOnlyGone && html` open`}><summary>${compare.before}</summary>${of(was, 'was')}</details>`}`
  }

  return {
    pieceView,
    unchanged: (count: number) => compare.unchanged({ count }),
    /** Whether a block must be seen at once. */
    isShown: ({ kind, keys }: Piece) =>
      kind !== 'same' ||
      keys.some((key) => key === say?.node) ||
      [...left].some(
        ({ target }) => target.node && (keys.includes(target.node.id) || target.node.top === keys[0]),
      ),
    /** What is about no block that is shown: the page, and what is gone. */
    restView: () =>
      (left.size > 0 || mayComment) &&
      html`<section class="page-talk" id="about-page"><h2>${compare.aboutPage}</h2>${threadsView([...left], true)}
      ${comments.more && html`<p class="quiet">${review.older}</p>`}
      ${mayComment && html`<details class="fold"><summary class="button plain">${compare.sayPage}</summary>${formView(undefined)}</details>`}</section>`,
    allView: () =>
      left.size > 0 &&
      html`<section class="page-talk"><h2>${review.conversation}</h2>${threadsView([...left], true)}</section>`,
  }
}

/** Of what the change brings: a picture that those who cannot see it know nothing of. */
function isMissingText({ kind, now }: Piece) {
  return kind !== 'same' && now !== undefined && /<img(?![^>]*\salt="[^"])[^>]*>/.test(now.text)
}

export function piecesView(pieces: Pieces, page: ComparedPage): Html {
  const { title, wasTitle, description, wasDescription, language, rest } = page
  const isShown = page.pieces.map(pieces.isShown)
  const isNear = page.pieces.map((_, at) =>
    isShown.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(Boolean),
  )
  const runs = runsOf(page.pieces, isNear)
  return html`<div class="pieces" lang="${language}" dir="${directionOf(language)}">
    ${
      (wasTitle !== undefined || wasDescription !== undefined) &&
      html`<section class="piece edited" data-change tabindex="-1">${wasTitle !== undefined && html`<p class="head-title"><del>${wasTitle}</del> <ins>${title}</ins></p>`}
    ${wasDescription !== undefined && html`<p>${wasDescription && html`<del>${wasDescription}</del>`} <ins>${description}</ins></p>`}</section>`
    }
    ${runs.map((run) => (run.isShown || page.kind !== 'edited' ? run.pieces.map(pieces.pieceView) : foldedView(pieces, run.pieces)))}
    ${rest.text !== '' && html`<div class="content">${rest}</div>`}</div>${pieces.restView()}`
}

type Run = { isShown: boolean; pieces: Piece[] }

/** Few blocks between changes are no reason to fold them away. */
function runsOf(all: readonly Piece[], isNear: readonly boolean[]): Run[] {
  const runs: Run[] = []
  for (const [at, piece] of all.entries()) {
    const last = runs.at(-1)
    if (last && last.isShown === isNear[at]) last.pieces.push(piece)
    else runs.push({ isShown: isNear[at] === true, pieces: [piece] })
  }
  return runs.map((run) => ({ ...run, isShown: run.isShown || run.pieces.length <= FEW }))
}

function foldedView(pieces: Pieces, run: readonly Piece[]): Html {
  return html`<details class="unchanged"><summary dir="auto">${pieces.unchanged(run.length)}</summary>${run.map(pieces.pieceView)}</details>`
}
