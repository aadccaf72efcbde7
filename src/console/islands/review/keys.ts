// From change to change with the keys of lists: j and n go on, k and p go back; c comments. Links and forms do all of it, too.
const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, n: 1, k: -1, p: -1 }

export function stepByKeys() {
  // To who speaks, words are letters: they switched them off for their account.
  if (document.documentElement.dataset.keys === 'off') return
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isField(target)) return
    const step = STEPS[key]
    if (step !== undefined) {
      event.preventDefault()
      move(step)
    }
    if (key === 'c') {
      const link = here()?.querySelector<HTMLElement>('[data-comment]')
      if (!link) return
      event.preventDefault()
      link.click()
    }
  })
}

function isField(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function here(): HTMLElement | undefined {
  return (
    document.activeElement?.closest<HTMLElement>('[data-change]') ??
    document.querySelector<HTMLElement>('.is-here') ??
    undefined
  )
}

function move(step: 1 | -1) {
  const changes = [...document.querySelectorAll<HTMLElement>('[data-change]')]
  const now = here()
  const at = now ? changes.indexOf(now) : step === 1 ? -1 : changes.length
  const next = changes[at + step]
  if (!next)
    return document.querySelector<HTMLAnchorElement>(step === 1 ? 'a[rel=next]' : 'a[rel=prev]')?.click()
  for (const one of changes) one.classList.toggle('is-here', one === next)
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center' })
}
