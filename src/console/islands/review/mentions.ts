// Names of people, offered after an @ in a comment. A mention is a link to a person.
import { ask, type Place } from './place.ts'

type Person = { id: string; name: string; address: string }
type Listed = {
  items: { user: { id: string; displayName: string; email?: string; urls: { location: string } } }[]
}

const MOST = 6
const TYPED = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,30})$/u

export function completeNames({ members, words }: Place) {
  let open: { field: HTMLTextAreaElement; list: HTMLUListElement; from: number } | undefined

  const find = async (query: string): Promise<Person[]> => {
    const asked = new URLSearchParams({ limit: String(MOST), ...(query !== '' && { search: query }) })
    const response = await ask(`${members}?${asked}`)
    if (!response.ok) return []
    const { items } = (await response.json()) as Listed
    return items.map(({ user }) => ({
      id: user.id,
      name: user.displayName || user.email || '',
      address: `${location.origin}/u/${user.id}`,
    }))
  }

  function close() {
    open?.list.remove()
    open?.field.removeAttribute('aria-controls')
    open?.field.removeAttribute('aria-activedescendant')
    open = undefined
  }

  function choose(person: Person) {
    if (!open) return
    const { field, from } = open
    const text = `[@${person.name.replace(/[[\]\\]/g, '\\$&')}](${person.address} "mention") `
    field.setRangeText(text, from, field.selectionStart, 'end')
    close()
    field.focus()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function mark(at: number) {
    if (!open) return
    const options = [...open.list.children]
    const next = options.at(((at % options.length) + options.length) % options.length)
    for (const one of options) one.setAttribute('aria-selected', String(one === next))
    if (next) open.field.setAttribute('aria-activedescendant', next.id)
  }

  document.addEventListener('input', async ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement) || target.name !== 'comment') return
    const typed = () => TYPED.exec(target.value.slice(0, target.selectionStart))?.[1]
    const query = typed()
    if (query === undefined) return close()
    const found = await find(query).catch(() => [])
    // Somebody went on typing, and is answered by what they typed last.
    if (typed() !== query) return
    close()
    if (found.length === 0) return
    const list = document.createElement('ul')
    list.className = 'people-menu'
    list.id = 'people-to-mention'
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', words.people)
    for (const [at, person] of found.entries()) {
      const option = document.createElement('li')
      option.id = `mention-${at}`
      option.setAttribute('role', 'option')
      option.textContent = person.name
      option.addEventListener('pointerdown', (event) => {
        event.preventDefault()
        choose(person)
      })
      list.append(option)
    }
    target.after(list)
    target.setAttribute('aria-controls', list.id)
    open = { field: target, list, from: target.selectionStart - query.length - 1 }
    options = found
    mark(0)
  })
  let options: Person[] = []

  document.addEventListener(
    'keydown',
    (event) => {
      if (!open) return
      const at = [...open.list.children].findIndex((one) => one.getAttribute('aria-selected') === 'true')
      const chosen = options[at]
      if (event.key === 'ArrowDown') mark(at + 1)
      else if (event.key === 'ArrowUp') mark(at - 1)
      else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
      else if (event.key === 'Escape') close()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  document.addEventListener('focusout', close)
}
