/** Ways to sign in beside passwords, and what is told where some are switched off. */
export const signInMethods = {
  noMethod: 'No way to sign in is switched on here. Ask your administrator.',
  methodOff: 'This way to sign in is switched off here.',
  passwordsOff: 'Passwords are switched off here. Sign in another way.',
  lastWay: 'The only way to sign in to this account. Add another one before you remove it.',
  newcomersOff: 'New accounts are not created here. Sign in if you have one.',
  withoutPassword: '{email} was invited. Choose how you are called.',
  linkButton: 'Send me a link to sign in',
  linkTitle: 'Sign in with a link',
  linkText: 'Enter your e-mail address. If there is an account, we send it a link that signs you in.',
  linkSend: 'Send a link',
  linkSentTitle: 'Look into your mailbox',
  linkSentText:
    'If there is an account for {email}, a link is on its way. It works once, for 10 minutes, in this browser.',
  linkTooMany: 'Too many links were requested from your network. Try again in an hour.',
  enterTitle: 'Sign in',
  enterText: 'You are signing in as {email}.',
  enterButton: 'Sign in',
  otherBrowserTitle: 'Open this link in the other browser',
  otherBrowserText:
    'The link signs you in only in the browser in which you asked for it. Copy its address there, or ask for a new link here.',
} as const
