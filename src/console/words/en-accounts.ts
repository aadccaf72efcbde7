// Words about what an installation or an organization asks of those who sign in.
export const accountRules = {
  requiredTitle: 'Set up two-step sign-in',
  requiredText: 'Set up a passkey or an authenticator app to go on.',
  requiredByInstallation: 'Everybody on this installation needs a second step at sign-in.',
  requiredByOrganization: 'Members need a second step at sign-in: {organizations}.',
  rule: 'Two-step sign-in for all members',
  ruleText:
    'Members without a passkey or an authenticator app are asked to set one up before they can go on. API tokens go on working.',
  ruleIsOn: 'Required',
  ruleOn: 'Require it',
  ruleOff: 'No longer require it',
  membersWithout: {
    one: '{count} member has no second step yet.',
    other: '{count} members have no second step yet.',
  },
  signOutAll: 'Sign everybody out',
  signOutAllText: 'All people of this installation sign in anew, on all devices. You stay signed in here.',
} as const

/** Of a change of the e-mail address. */
export const emailApproval = {
  oneLeft: 'One step is left',
  approvalLeft:
    '{email} is confirmed. To finish, open the link that was mailed to your present address. If you no longer get mail there, ask an administrator.',
  confirmationLeft: 'Thank you. To finish, open the link that was mailed to {email}.',
  title: 'Change your e-mail address?',
  text: 'Somebody who is signed in to the account of {name} wants to use {email} from now on.',
  approve: 'Yes, change it',
  refuse: 'No, keep my address',
  refusedTitle: 'Your address stays',
  refusedText:
    'Whoever asked for the change was signed in to your account. If it was not you, choose a new password now.',
  refusedButton: 'Choose a new password',
  sentText:
    'Links are on their way to {email} and to your present address. The change takes place once both are confirmed. They work once, for 24 hours.',
} as const
