// The tree of pages as its script takes it over, around the list that works without.
import { namedEmoji } from '../../../engines/html/emoji-names.ts'
import { type Html, html } from '../../../engines/html/html.ts'
import { editAt, movePageAt, pageAt, readAt } from '../../addresses.ts'
import { SIGN_IN } from '../../frame/frame.ts'
import type { Place, Words } from '../../islands/tree/place.ts'
import type { PagesAsked } from './pages.ts'

export function treeView(asked: PagesAsked, codes: readonly string[], list: Html): Html {
  const { space, home, request, content, place, mayEdit } = asked
  const number = request?.number
  const names = new Set(codes.map((code) => code.replaceAll(':', '')))
  const told: Place = {
    space: space.id,
    content,
    mayEdit,
    read: readAt(home, '', number),
    edit: editAt(home, ':id', number),
    settings: pageAt(home, ':id', number),
    send: movePageAt(home, ':id', number),
    signIn: `${SIGN_IN}?${new URLSearchParams({ next: place })}`,
    emoji: Object.fromEntries(namedEmoji.filter(([name]) => names.has(name))),
    words: mayEdit ? wordsOf(asked) : { ...wordsOf(asked), addBelow: '' },
  }
  return html`<div id="tree" data-tree="${JSON.stringify(told)}">${list}</div>`
}

function wordsOf({ words }: PagesAsked): Words {
  const { tree, pages, page, app } = words
  const title = '{title}'
  const place = { title, at: '{at}', total: '{total}' }
  const { keys, filter, noMatch, expandAll, collapseAll, moveTo, send, addBelow, untitled } = tree
  const { edit, settings, up, down, moveBelow, top, duplicate, hide, show, remove, hidden, conditional } =
    pages
  return {
    ...{ keys, filter, noMatch, expandAll, collapseAll, moveTo, send, addBelow, untitled },
    ...{ edit, settings, up, down, moveBelow, top, duplicate, hide, show, remove, hidden, conditional },
    ...pages.types,
    label: pages.title,
    expand: tree.expand({ title }),
    collapse: tree.collapse({ title }),
    actions: pages.actions({ title }),
    read: words.space.read,
    rename: app.rename,
    title: page.title,
    copyOf: pages.copyOf({ title }),
    moved: tree.moved({ ...place, parent: '{parent}' }),
    movedTop: tree.movedTop(place),
    cannot: tree.cannot({ title }),
    renamed: tree.renamed({ title }),
    removed: tree.removed({ title }),
    undo: tree.undo,
    undone: tree.undone,
    failed: tree.failed({ reason: '{reason}' }),
    offline: tree.offline,
    signedOut: tree.signedOut,
    signIn: words.signIn.button,
    cancel: words.cancel,
  }
}
