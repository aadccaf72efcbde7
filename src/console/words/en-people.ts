// Words of the pages about one's own person, and about all people of an installation.
export const people = {
  everybody: {
    title: 'People of this installation',
    search: 'Search by name or e-mail',
    none: 'Nobody was found.',
    saved: 'Done.',
    administrator: 'Administrator',
    suspended: 'Suspended',
    never: 'Never signed in',
    signedIn: 'Signed in by {method}',
    sessions: { one: '{count} browser', other: '{count} browsers' },
    secondFactor: 'Two-step sign-in',
    actions: 'Actions for {name}',
    signOut: 'Sign out everywhere',
    passwordLink: 'Create a link for a new password',
    resetFactors: 'Remove all second factors',
    suspend: 'Suspend',
    suspendText: 'Signed out everywhere at once. Their API tokens stop working until they are reinstated.',
    reinstate: 'Let in again',
    link: 'Link for a new password',
    linkText:
      'Send it to the person and to nobody else. It works once, for 30 minutes, and is not shown again.',
  },
  provisioning: {
    title: 'Invitations',
    text: 'The directory of this organization added you. Until you join, it sees nothing of your account.',
    join: 'Join {organization}',
  },
  picture: {
    title: 'Picture',
    alt: 'Your picture',
    choose: 'Choose a picture',
    hint: 'PNG, JPEG, GIF or WebP, at most 2 MB. It is cut to a square.',
    upload: 'Upload',
    remove: 'Remove the picture',
    faults: {
      'no-picture': 'This file is no PNG, JPEG, GIF or WebP, or it is damaged.',
      'too-large': 'This picture has more than 4096 pixels on a side. Make it smaller and try again.',
      'too-large-webp':
        'A WebP may have at most 1024 by 1024 pixels. Make it smaller, or save it as PNG or JPEG.',
      'too-many-bytes': 'This file is larger than 2 MB. Make the picture smaller and try again.',
    },
  },
  deletion: {
    title: 'Delete your account',
    link: 'Delete your account…',
    text: 'This cannot be undone.',
    goes: 'What goes, at once and for good: your passwords, passkeys and recovery codes, your sessions and API tokens, your memberships, and your name, e-mail address and picture.',
    stays:
      'What stays: pages, change requests and comments that you wrote. They are shown as by a “Deleted user”.',
    handOver:
      'You are the only administrator of these organizations, and others are in them. First make one of those members an administrator, or delete the organization:',
    deletedToo: 'These organizations are deleted too, with all their content, as nobody else is in them:',
    lastAdministrator:
      'You are the last administrator of this installation. Somebody must be able to let others in: first create another administrator, with “quire user create --administrator”.',
    confirm: 'To confirm, enter your e-mail address',
    wrong: 'This is not the e-mail address of your account.',
    button: 'Delete my account',
    done: 'Your account is deleted.',
  },
} as const
