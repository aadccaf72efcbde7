// What a password must be: long, and none that attackers know already. There are no rules about characters.
import { isBreached } from '../../../../world/passwords/breached-passwords.ts'

export const SHORTEST = 10
export const LONGEST = 200

export type PasswordFault = 'too-short' | 'too-long' | 'breached' | 'like-email' | 'like-product'

/** Passwords are compared as they look, however a keyboard composes their letters. */
export function normalized(password: string) {
  return password.normalize('NFKC')
}

export function faultOf(password: string, email: string): PasswordFault | undefined {
  const text = normalized(password)
  const length = [...text].length
  if (length < SHORTEST) return 'too-short'
  if (length > LONGEST) return 'too-long'
  const plain = lettersOf(text)
  if (isBreached(text)) return 'breached'
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  if ([email, local, domain].some((part) => isMostly(plain, lettersOf(part)))) return 'like-email'
  return isMostly(plain, 'quire') ? 'like-product' : undefined
}

/** Whether a password is little more than a word that anybody would guess, also written several times. */
function isMostly(plain: string, word: string) {
  if (word.length < 4) return plain === word
  return plain.replaceAll(word, '').length < 4 && plain.includes(word)
}

function lettersOf(text: string) {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
