// What somebody is at on a page that is shown anew: the control that has the focus, and what is open.
const CONTROLS = 'a[href], button, summary, input:not([type="hidden"]), select, textarea, [tabindex="0"]'

export const controlsIn = (within: Element): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(CONTROLS),
]

/** Rows may come and go above it: a control is known by what it is, and what it belongs to. */
function nameOf(control: Element): string {
  const isField = control.matches('input, select, textarea')
  const parts = [
    ...['id', 'name', 'href', ...(isField ? [] : ['value'])].map((name) => control.getAttribute(name)),
    control.parentElement?.closest('[id]')?.id,
    isField ? '' : control.textContent?.trim(),
  ]
  return [control.tagName, ...parts].join('\n')
}

/** Those of one name are told apart by their order. */
function namesIn(within: Element): Map<string, HTMLElement> {
  const names = new Map<string, HTMLElement>()
  const counts = new Map<string, number>()
  for (const control of controlsIn(within)) {
    const name = nameOf(control)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    names.set(`${name}\n${count}`, control)
  }
  return names
}

/** Call it before the page is shown anew, and what it answers afterwards. */
export function holdIn(within: Element): (fresh: Element) => void {
  const names = [...namesIn(within)]
  const active = document.activeElement
  const focused = names.find(([, control]) => control === active)?.[0]
  // What somebody just said has the focus, and is no control.
  const said = within.contains(active) && focused === undefined ? active?.id : undefined
  const open = names.filter(([, control]) => isOpen(control)).map(([name]) => name)
  return (fresh) => {
    const again = namesIn(fresh)
    for (const name of open) again.get(name)?.closest('details')?.setAttribute('open', '')
    const next = focused !== undefined ? again.get(focused) : said ? document.getElementById(said) : undefined
    if (next && said) next.tabIndex = -1
    next?.focus({ preventScroll: true })
  }
}

const isOpen = (control: Element) =>
  control.matches('summary') && control.parentElement?.hasAttribute('open') === true
