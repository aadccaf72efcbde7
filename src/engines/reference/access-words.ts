// Who may call an operation, in plain words.

const EXACT: Readonly<Record<string, string>> = {
  'signed-in user.ask': 'Anyone signed in',
  'instance.administrate': 'You need to be an administrator of this installation',
  'user.administrate': 'You need to be an administrator of this installation',
  'user.change': 'You need to be this user, or an administrator of this installation',
  'invite.use': 'Anyone signed in who knows the link',
  'organization.join': 'Anyone signed in whose e-mail is at a domain of the organization',
  'organization.signIn': 'Members of the organization, also before they signed in there',
  'organization.remove': 'You need the right to administer the organization; everyone may leave it',
  'integration.actAsIntegration': 'The script of the integration, with its own token',
  'installation.actAsIntegration': 'The script of the integration, with its own token',
  'integration.viewDeliveries': 'You need the right to administer the organization that published it',
  'directory.provision': 'The directory of the organization, with its SCIM token',
  'member.change': 'You need the right to administer the organization',
  'member.viewContent': 'You need to be this member, or an admin of the organization',
}

const RIGHT_TO: Readonly<Record<string, string>> = {
  admin: 'administer the',
  apply: 'apply the suggestion of the',
  comment: 'comment on the',
  createContent: 'create content in the',
  createOpenAPISpec: 'create content in the',
  delete: 'delete the',
  edit: 'edit the',
  installIntegration: 'install integrations in the',
  listInstallations: 'see the integrations of the',
  listIntegrations: 'see the integrations of the',
  manage: 'configure the',
  remove: 'remove the',
  listMembers: 'see the members of the',
  listPeople: 'see who can open the',
  listTeams: 'see the teams of the',
  listSpecs: 'see the specifications of the',
  listSites: 'see the sites of the',
  merge: 'merge the',
  publish: 'publish the',
  reply: 'reply to the',
  review: 'review the',
  triggerGitSync: 'use Git with the',
  upload: 'send files to the',
}

/** Of `space.edit`, say; undefined for an ability that nobody has found words for yet. */
export function accessWords(needs: string): string | undefined {
  if (EXACT[needs]) return EXACT[needs]
  const dot = needs.lastIndexOf('.')
  const thing = needs.slice(0, dot)
  const ability = needs.slice(dot + 1)
  if (ability === 'view') return `Anyone who can see the ${thing}`
  return RIGHT_TO[ability] && `You need the right to ${RIGHT_TO[ability]} ${thing}`
}
