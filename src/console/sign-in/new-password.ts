// Pages that end with a new password: of an installation, of an invitation, or of somebody who forgot theirs.
import { type Html, html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import {
  LONGEST,
  type PasswordFault,
  SHORTEST,
} from '../../rooms/people/accounts/passwords/password-rules.ts'
import { fieldView } from '../frame/fields.ts'
import { SIGN_IN } from '../frame/frame.ts'
import type { Shown } from '../frame/page.ts'
import type { ConsoleWords } from '../words/catalog.ts'

export function newPasswordField(words: ConsoleWords, fault?: string): Html {
  return fieldView({
    name: 'password',
    label: words.fields.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    hint: words.fields.passwordHint({ count: SHORTEST }),
    maxLength: 1_000,
    fault,
  })
}

/** What is wrong with a password, as a sentence; throws what is no fault of the password. */
export function passwordFault(words: ConsoleWords, error: unknown): string {
  const fault = error instanceof Problem ? (error.details?.fault as PasswordFault | undefined) : undefined
  switch (fault) {
    case 'too-short':
      return words.faults['too-short']({ count: SHORTEST })
    case 'too-long':
      return words.faults['too-long']({ count: LONGEST })
    case 'breached':
    case 'like-email':
    case 'like-product':
      return words.faults[fault]
    default:
      throw error
  }
}

/** The same for a link that was used, that is too old and that never was. */
export function linkOver(words: ConsoleWords): Shown {
  return {
    kind: 'page',
    status: 410,
    title: words.over.title,
    body: html`<p>${words.over.text}</p><p><a class="button" href="${SIGN_IN}">${words.signIn.title}</a></p>`,
  }
}
