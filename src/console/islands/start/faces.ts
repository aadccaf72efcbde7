// Who else is on this page, beside its title.
import type { ConsolePlace } from './place.ts'

export type Person = { id: string; displayName: string; photoURL?: string; isEditing: boolean }

const MOST = 5

export function showFaces(people: readonly Person[], { words }: ConsolePlace) {
  const heading = document.querySelector('.heading')
  if (!heading) return
  heading.querySelector('.faces')?.remove()
  if (people.length === 0) return
  const list = document.createElement('ul')
  list.className = 'faces'
  list.setAttribute('aria-label', words.here)
  for (const person of people.slice(0, MOST)) list.append(faceOf(person, words.writing))
  if (people.length > MOST) {
    const rest = document.createElement('li')
    rest.className = 'face'
    rest.textContent = `+${people.length - MOST}`
    list.append(rest)
  }
  heading.querySelector('h1')?.after(list)
}

function faceOf({ displayName, photoURL, isEditing }: Person, writing: string) {
  const face = document.createElement('li')
  const name = isEditing ? writing.replace('{name}', displayName) : displayName
  face.className = isEditing ? 'face writing' : 'face'
  face.title = name
  if (photoURL?.startsWith(location.origin)) {
    const image = document.createElement('img')
    image.src = photoURL
    image.alt = name
    face.append(image)
  } else {
    const initial = document.createElement('span')
    initial.textContent = [...displayName.trim()][0]?.toLocaleUpperCase() ?? '·'
    initial.setAttribute('aria-hidden', 'true')
    const label = document.createElement('span')
    label.className = 'sr'
    label.textContent = name
    face.append(initial, label)
  }
  return face
}
