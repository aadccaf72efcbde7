// What the scripts of a page tell the one that is on every page.

/** Told by the scripts of a page when nobody answered; `again` does once more what did not come through. */
export const UNREACHABLE = 'quire:unreachable'
/** Before a script goes to another page; whoever prevents it goes there later. */
export const LEAVE = 'quire:leave'

/** Goes to another page, once the server can be reached. */
export function leaveFor(href: string) {
  if (document.dispatchEvent(new CustomEvent(LEAVE, { detail: href, cancelable: true })))
    location.assign(href)
}

/** Says that nobody answered, and offers to do it again. */
export function tellUnreachable(again?: () => void) {
  document.dispatchEvent(new CustomEvent(UNREACHABLE, { detail: again }))
}
