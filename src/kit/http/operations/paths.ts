/** Descriptions of path parameters. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  changeRequestId: 'The change request, by its number in the space (`1`) or by its id',
  collectionId: 'Id of the collection',
  commentId: 'Id of the comment',
  commentReplyId: 'Id of the reply',
  deliveryId: 'Id of the delivery',
  documentId: 'Id of the document: the `documentId` of a page, or the `document` of a reusable content',
  emailDomain: 'The domain of an e-mail address, as in `example.org`',
  fileId: 'Id of the file',
  fontId: 'Id of the font',
  glossaryEntryId: 'Id of the glossary entry',
  hostname: 'The host name, as in `docs.example.org`',
  identityId: 'Id of the identity',
  inviteId: 'Id of the invite link; anyone who knows it can use it',
  jobId: 'Id of the job',
  notificationId: 'Id of the notification',
  operationId: 'Id of the import or export',
  organizationId: 'Id of the organization; `GET /v1/orgs` lists yours',
  pageId: 'Id of the page; it stays the same when the page is renamed or moved',
  pagePath:
    'The slugs from the top level to the page, as in `guides/install`; slashes can be encoded as `%2F`',
  reusableContentId: 'Id of the reusable content',
  revisionId: 'Id of the revision',
  shareLinkId: 'Id of the share link, not the key in its URL',
  spaceId: 'Id of the space',
  variable: 'Name of the variable',
  specSlug: 'The slug of the specification, as in `petstore`',
  siteId: 'Id of the site',
  siteRedirectId: 'Id of the redirect',
  reviewId: 'Id of the review',
  siteExternalLinkId: 'Id of the external link',
  sessionId: 'Id of the session',
  siteSectionGroupId: 'Id of the section group',
  siteSectionId: 'Id of the section',
  siteSpaceId: 'Id of the site space, not the id of the space',
  subdomain: 'The `hostname` of the organization',
  teamId: 'Id of the team',
  tokenId: 'Id of the token, not the secret itself',
  translationId: 'Id of the translation',
  userId: 'Id of the user',
  scimTokenId: 'Id of the SCIM token, not the secret itself',
  scimUserId: 'Id of the user',
  scimGroupId: 'Id of the team',
  scimSchemaId: 'The URN of the schema',
  scimResourceType: '`User` or `Group`',
  versionId: 'Id of the version',
  integrationName: 'The name of the integration, as in `word-count`',
  installationId: 'Id of the installation',
  eventId: 'Id of the event',
  auditEventId: 'Id of the event',
  samlProviderId: 'Id of the SAML provider',
  oidcProviderId: 'Id of the OpenID Connect provider',
  webhookId: 'Id of the webhook',
}

/**
 * A path of the API as the router takes it. A last part named as a path may have slashes of its own, encoded or not:
 * clients do not agree on that.
 */
export function routeOf(path: string) {
  return path.replace(/\{\w+Path\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Gives the parameters the names of the path. */
export function paramsReader(path: string) {
  const [, name] = /\{(\w+Path)\}$/.exec(path) ?? []
  return (params: Record<string, string>) => {
    if (!name) return params
    const { '*': rest = '', ...others } = params
    return { ...others, [name]: rest }
  }
}
