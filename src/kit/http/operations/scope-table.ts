// What tokens of integrations may do, operation by operation and field by field. What is not here, only people do: a new
// operation, or a new field of a body, is out of reach of every integration until somebody writes it down. The API
// reference prints this table.

/** Ids of operations, each with the fields of its body that may be sent. */
export type Reach = Readonly<Record<string, readonly string[]>>

export type ScopeRow = {
  /** What it is for, and what it gives beside operations. */
  about: string
  operations: Reach
}

/** Operations without a body, or with one in which nothing is left to people alone. */
function reading(ids: string): Reach {
  return Object.fromEntries(ids.split(/\s+/).map((id) => [id, []]))
}

const OF_CONTENT = `
  getCurrentRevision listPages getPageById listSpacePageMetaLinks getPageByPath listFiles getFileById getReusableContentById getDocumentById
  listPageLinksInSpace listSpacePageBacklinks listSpaceFileBacklinks listSpaceReusableBacklinks listSpaceLinks listRevisionsForPage listDeletedPages
  listRevisionsForSpace getRevisionById getRevisionSemanticChanges getPageTextChangesInRevision
  listPagesInRevisionById getPageInRevisionById listRevisionPageMetaLinks getPageDocumentInRevisionById getPageInRevisionByPath
  listFilesInRevisionById getFileInRevisionById getReusableContentInRevisionById
  getReusableContentDocumentInRevisionById listVariableUses searchSpaceContent getEmbedByUrlInSpace getSpacePDF
  listCommentsInSpace getCommentInSpace listCommentRepliesInSpace getCommentReplyInSpace listCommentersInSpace`
const OF_CHANGE_REQUESTS = `
  listChangeRequestsForSpace getChangeRequestById listChangeRequestConflicts getRequestedReviewersByChangeRequestId
  getContributorsByChangeRequestId getChangeRequestChanges getPageTextChangesInChangeRequest
  getRevisionOfChangeRequestById listPagesInChangeRequest listFilesInChangeRequestById getFileInChangeRequestById
  getPageInChangeRequestById listChangeRequestPageMetaLinks getPageInChangeRequestByPath getReusableContentInChangeRequestById
  listRevisionsForChangeRequest listChangeRequestLinks listPageLinksInChangeRequest listChangeRequestPageBacklinks
  listChangeRequestFileBacklinks listChangeRequestReusableBacklinks getChangeRequestPDF getReviewsByChangeRequestId listCommentsInChangeRequest
  getCommentInChangeRequest listCommentRepliesInChangeRequest getCommentReplyInChangeRequest
  listCommentersInChangeRequest`

const IMPORT = ['url', 'source']
const COMMENT = ['body', 'page', 'node', 'tableCell', 'quote', 'suggestion']
const COMPUTED = ['source', 'seed']
const REPOSITORY = [
  ...['url', 'ref', 'repoCacheID', 'repoTreeURL', 'repoCommitURL', 'repoProjectDirectory', 'timestamp'],
  ...['gitInfo', 'force'],
]

/** Reviews and review requests are made by people; so is what was said in a comment. */
const CONTENT_WRITES: Reach = {
  updateSpaceContent: ['changes'],
  importContent: IMPORT,
  importContentInPageById: IMPORT,
  restoreRevision: ['expectedRevision'],
  restorePageFromRevision: ['expectedRevision', 'below'],
  getComputedRevision: COMPUTED,
  getComputedDocument: COMPUTED,
  createChangeRequest: ['subject', 'description'],
  updateChangeRequestById: ['subject', 'description', 'status'],
  updateChangeRequestContent: ['changes'],
  importContentInChangeRequest: IMPORT,
  importContentInChangeRequestPageById: IMPORT,
  updateChangeRequest: [],
  mergeChangeRequest: [],
  resolveChangeRequestConflict: ['kind', 'id', 'choose', 'hunks'],
  requestReviewersForChangeRequest: ['users', 'subject', 'description'],
  postCommentInSpace: COMMENT,
  updateCommentInSpace: ['resolved'],
  postCommentReplyInSpace: ['body'],
  postCommentInChangeRequest: COMMENT,
  updateCommentInChangeRequest: ['resolved'],
  postCommentReplyInChangeRequest: ['body'],
  applyCommentSuggestion: [],
}

const NO_LONGER = 'A scope of earlier versions of the public product; has no effect here'

/** In the order in which they are listed everywhere. */
export const SCOPE_TABLE = {
  'space:content:read': {
    about: 'Read content, change requests, comments and history; receive content events',
    operations: reading(`${OF_CONTENT} ${OF_CHANGE_REQUESTS}`.trim()),
  },
  'space:content:write': {
    about: 'Change content, directly or in change requests, and comment; merge rules apply',
    operations: CONTENT_WRITES,
  },
  'space:metadata:read': {
    about: 'Read settings of spaces; receive visibility events',
    operations: { getSpaceById: [] },
  },
  'space:metadata:write': {
    about: 'Rename spaces; only people can change their permissions',
    operations: { updateSpaceById: ['title', 'emoji', 'icon', 'language'] },
  },
  'space:git:sync': {
    about: 'Import spaces from Git and export them: reads and writes all their content',
    operations: {
      ...reading('getSpaceGitInfo listGitOperations getGitOperation'),
      importGitRepository: [...REPOSITORY, 'standalone'],
      exportToGitRepository: [...REPOSITORY, 'commitMessage'],
    },
  },
  'page:feedback:read': { about: 'Receive page ratings', operations: {} },
  'site:metadata:read': {
    about: 'Read settings, structure and customization of sites',
    operations: reading(
      'getSiteById getSiteStructure listSiteSpaces listSiteSections listSiteSectionGroups getSiteCustomizationById getSiteSpaceCustomizationById',
    ),
  },
  'site:views:read': {
    about: 'Read site analytics; receive page views',
    operations: {
      aggregateSiteEvents: ['select', 'where', 'groupBy', 'order', 'range', 'limit'],
      listSiteVisitorSegments: [],
    },
  },
  'site:script:inject': { about: 'Inject a script into the pages of sites', operations: {} },
  'site:script:cookies': { about: 'The injected script uses cookies', operations: {} },
  'site:visitor:auth': {
    about: 'Sign visitors in with the key of a site that uses this integration for sign-in',
    operations: { getSitePublishingAuthById: [] },
  },
  'site:adaptive:read': {
    about: 'Read the visitor schema of sites',
    operations: reading('getSiteAdaptiveSchema listSiteAdaptiveTemplateConditions'),
  },
  'site:adaptive:write': {
    about: 'Change the visitor schema of sites',
    operations: { updateSiteAdaptiveSchema: ['jsonSchema'] },
  },
  'openapi:read': {
    about: 'Read the specifications of the organization',
    operations: reading(
      'listOpenAPISpecs getOpenAPISpecBySlug getOpenAPISpecDocument listOpenAPISpecVersions getLatestOpenAPISpecVersion getLatestOpenAPISpecVersionContent getOpenAPISpecVersionById getOpenAPISpecVersionContentById listOpenAPISpecVersionChanges',
    ),
  },
  'openapi:write': {
    about: 'Upload specifications; only people can delete them or change their visibility',
    operations: { createOpenAPISpec: ['slug', 'source'], createOrUpdateOpenAPISpecBySlug: ['source'] },
  },
  'conversations:ingest': { about: 'Has no effect here: there are no conversations', operations: {} },
  'space:views:read': { about: NO_LONGER, operations: {} },
  'space:script:inject': { about: 'The same as `site:script:inject`', operations: {} },
  'space:script:cookies': { about: 'The same as `site:script:cookies`', operations: {} },
  'space:visitor:auth': { about: NO_LONGER, operations: {} },
  'site:ai:ask': { about: NO_LONGER, operations: {} },
} as const satisfies Record<string, ScopeRow>

export type IntegrationScope = keyof typeof SCOPE_TABLE

export const SCOPES = Object.keys(SCOPE_TABLE) as IntegrationScope[]

const CONFIGURATION = ['externalIds', 'configuration']

/** What an integration does with itself, whatever its scopes. Where it reaches, and what it may, people decide. */
export const OWN_OPERATIONS: Reach = {
  ...reading(
    'getIntegrationByName listIntegrationInstallations getIntegrationInstallationById createIntegrationInstallationToken listIntegrationInstallationSpaces getIntegrationSpaceInstallation listIntegrationSpaceInstallations listIntegrationInstallationSites getIntegrationSiteInstallation listIntegrationSiteInstallations listIntegrationEvents getIntegrationEvent',
  ),
  updateIntegrationInstallation: CONFIGURATION,
  updateIntegrationSpaceInstallation: CONFIGURATION,
  updateIntegrationSiteInstallation: CONFIGURATION,
  queueIntegrationTask: ['task', 'schedule'],
}
