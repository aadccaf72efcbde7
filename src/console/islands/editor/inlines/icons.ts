// The icons that pages can name. Their names come once; each is drawn as it is on a site.
export type IconNames = () => Promise<readonly string[]>

const FOLDER = '/o/~console/icons'
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export function openIconNames(): IconNames {
  let names: Promise<readonly string[]> | undefined
  return () => {
    names ??= read().catch((error: unknown) => {
      names = undefined
      throw error
    })
    return names
  }
}

async function read(): Promise<readonly string[]> {
  const answer = await fetch(FOLDER)
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  return (await answer.text()).split(' ')
}

/** In the colour of the text around it. Of a name that is none, nothing is seen. */
export function drawIcon(element: HTMLElement, written: string) {
  const name = written.trim().replace(/^(?:fa-(?:solid|regular|brands) )?fa-/, '')
  element.className = 'icon-drawn'
  element.setAttribute('aria-hidden', 'true')
  element.style.maskImage = NAME.test(name) ? `url("${FOLDER}/${name}.svg")` : 'none'
}
