/** Signing in with accounts elsewhere. */
export const identities = {
  /** On a button, and above it the name of a provider. */
  continueWith: 'Continue with {provider}',
  leadingTitle: 'On to {provider}',
  leadingText: 'You are being taken to {provider} to sign in.',
  failed: 'Signing in with {provider} did not work. Try again, or sign in another way.',
  busy: '{provider} does not answer at this moment. Try again, or sign in another way.',
  noAccount:
    'There is no account here for you at {provider}. Ask somebody to invite you, then sign in and link it.',
  noAddress: '{provider} does not vouch for an e-mail address that may sign in here.',
  knownTitle: 'You have an account here',
  knownText:
    'There is an account for {email}. Sign in to it once, to show that it is yours. Then {provider} is linked to it.',
  knownButton: 'Sign in to my account',
  otherText: 'You are signed in as {email}. Sign out first, then continue with {provider} again.',
  linkTitle: 'Link {provider}',
  linkText: 'From now on you sign in to {email} with {provider}, too.',
  linkButton: 'Link {provider}',
  title: 'Linked accounts',
  text: 'Accounts elsewhere that sign you in here.',
  linked: '{provider} is linked to your account.',
  unlinked: 'The account is no longer linked.',
  unlink: 'Unlink',
  unlinkText: 'You can no longer sign in with it. You will be signed out of all other browsers.',
  taken: 'This account of {provider} could not be linked.',
} as const
