// Hands that have no mouse: they get where the Tab key leads, and nowhere else.
import type { Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]

/** More presses than anybody has patience for. */
const MOST = 60

/** Goes on until the focus is at what has this role and name; answers how many presses it took. */
export async function tabTo(page: Page, role: Role, name: string | RegExp, key = 'Tab'): Promise<number> {
  const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))
  for (let presses = 1; presses <= MOST; presses += 1) {
    await page.keyboard.press(key)
    if ((await wanted.count()) > 0) return presses
  }
  throw new Error(`The ${role} "${name}" is not reached by the keyboard at ${page.url()}`)
}

export const tabBackTo = (page: Page, role: Role, name: string | RegExp) =>
  tabTo(page, role, name, 'Shift+Tab')

export async function press(page: Page, role: Role, name: string | RegExp) {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

/** Past what every page begins with, once a page is there. */
export async function skipToContent(page: Page) {
  await press(page, 'link', 'Skip to the content')
}

/** What a `summary` opens has no role that all browsers agree on. */
export async function unfold(page: Page, name: string) {
  const wanted = page.locator('summary:focus').filter({ hasText: name })
  for (let presses = 0; presses < MOST; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await wanted.count()) > 0) return page.keyboard.press('Enter')
  }
  throw new Error(`"${name}" is not reached by the keyboard at ${page.url()}`)
}

/** The name of what has the focus, as it is read aloud. */
export async function focused(page: Page): Promise<string> {
  const [first = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n')
  return first.replace(/^- |:$/g, '')
}
