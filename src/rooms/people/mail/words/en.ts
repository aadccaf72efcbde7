// The source of all translations of e-mail, and of their types. Subjects stand in lists of mail: the matter comes first.

import { notifications } from './notifications.ts'
import { security, signInLink } from './sign-in.ts'

export const en = {
  /** Below every mail. */
  footer: 'Sent by Quire at {host}.',
  /** Below the button, before its address. */
  copy: 'If the button does not work, copy this address into your browser:',
  unsubscribe: 'Unsubscribe',
  reset: {
    subject: 'Reset your password',
    heading: 'Choose a new password',
    text: 'Somebody, most likely you, asked for a new password for the account {email}.',
    limits: 'The link works once, for 30 minutes.',
    button: 'Choose a new password',
    footnote: 'If it was not you, ignore this mail. Your password stays as it is.',
  },
  invitation: {
    subject: 'Join {organization} on Quire',
    heading: 'Join {organization}',
    by: '{name} invited you to the documentation of {organization}.',
    text: 'You were invited to the documentation of {organization}.',
    limits: 'Create your account with the address {email}. The link works once, for 14 days.',
    known: 'Sign in with your account {email}.',
    directory: 'The directory of {organization} wants to add your account {email}.',
    directoryLimits:
      'Sign in and accept on your home page. Until then the organization sees nothing of your account.',
    directoryButton: 'Open your home page',
    button: 'Join {organization}',
    footnote: 'If you did not expect this, ignore this mail.',
  },
  emailChange: {
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your new address',
    text: '{name} wants to use {email} for an account on Quire.',
    limits: 'The link works once, for 24 hours. Nothing changes until then.',
    button: 'Confirm this address',
    footnote: 'If it was not you, ignore this mail.',
  },
  /** To the present address. */
  emailApproval: {
    subject: 'Confirm the change of your e-mail address',
    heading: 'Change your e-mail address?',
    text: 'Somebody who is signed in to your account on Quire wants to use the address {email} instead of {former}.',
    limits: 'The change takes place once both addresses are confirmed. The link works once, for 24 hours.',
    button: 'Look at the change',
    footnote: 'If it was not you, open the link and refuse, then choose a new password.',
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    text: 'Your account on Quire now uses the address {email} instead of {former}.',
    undo: 'If it was not you, undo the change within 24 hours. You will be signed out everywhere and choose a new password.',
    button: 'Undo the change',
    footnote: 'If it was you, there is nothing to do.',
  },
  security,
  signInLink,
  notifications,
} as const
