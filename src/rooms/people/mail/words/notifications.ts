// Mails about what happens in change requests, comments and organizations.

export const notifications = {
  somebody: 'Somebody',
  /** Subjects. All mails of one thread have the same one: some programs keep together only what is called alike. */
  changeRequest: '[{space}] {subject} (#{number})',
  noSubject: 'Change request',
  comments: '[{space}] Comments',
  sync: '[{space}] Git sync',
  administration: '[{organization}] Administration',
  digest: {
    one: '{count} update in your documentation',
    other: '{count} updates in your documentation',
  },
  hourly: 'What happened in the last hour',
  daily: 'What happened since yesterday',
  reasons: {
    mentioned: '{name} mentioned you.',
    'review-requested': '{name} asked you for a review.',
    approved: '{name} approved the change request.',
    'changes-requested': '{name} requested changes.',
    replied: '{name} replied.',
    commented: '{name} commented.',
    merged: '{name} merged the change request.',
    conflict: '{name} updated the change request from its space, which left conflicts to resolve.',
    opened: '{name} opened the change request.',
    'sync-failed': 'An import from Git or an export to Git failed. The space shows why.',
    'webhook-disabled': 'A webhook was disabled because its receiver did not accept deliveries.',
    'integration-failing': 'An installed integration fails again and again. Its deliveries show why.',
    'scopes-requested': 'An installed integration asks for more scopes. An admin can approve them.',
    added: '{name} added you to the organization.',
  },
  more: {
    one: 'And {count} more in your inbox.',
    other: 'And {count} more in your inbox.',
  },
  openChangeRequest: 'Open the change request',
  openComment: 'Open the comment',
  openSpace: 'Open the space',
  openOrganization: 'Open the organization',
  openInbox: 'Open your inbox',
  why: 'You choose what you are mailed, and when, at {url}.',
} as const
