// What the small script on every page is told.
import type { Frame } from '../frame/frame.ts'
import type { Shown } from '../frame/page.ts'
import type { ConsolePlace } from '../islands/start/place.ts'

const SIGN_IN = '/o/~sign-in'

export function livePlace(
  { at, island, hasEditor }: Shown,
  { words, islands, isAnswer }: Frame,
): ConsolePlace {
  const { live, palette, app, home, notifications, account, signIn } = words
  const { label, placeholder, none, recent, actions, places, found, keys, failed, close } = palette
  const { organization, space, site, request, user, page, published } = palette
  return {
    ...at,
    palette: islands.palette,
    isKept: island !== undefined || hasEditor === true || isAnswer,
    signIn: SIGN_IN,
    words: {
      signedOut: live.signedOut,
      signIn: signIn.button,
      changed: live.changed,
      show: live.show,
      here: live.here,
      writing: live.writing({ name: '{name}' }),
      bell: live.unread({ number: '{count}' }),
      noBell: notifications.title,
      offline: live.offline,
      online: live.online,
      again: live.again,
    },
    paletteWords: {
      ...{ label, placeholder, none, recent, actions, places, found, keys, failed, close },
      ...{ organization, space, site, request, user, page, published },
      home: app.home,
      organizations: home.organizations,
      inbox: notifications.title,
      account: account.title,
      search: palette.search({ query: '{query}' }),
    },
  }
}
