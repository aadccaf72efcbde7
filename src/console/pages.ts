import { deletionPage } from './account/deletion.ts'
import { emailPage } from './account/email.ts'
import { newPasskey, passkeysPage, removePasskeyPage, renamePasskeyPage } from './account/factors/passkeys.ts'
import { newRecoveryCodesPage } from './account/factors/recovery-codes.ts'
import { factorRequiredPage } from './account/factors/required.ts'
import { removeTotpPage, startTotpPage, totpPage } from './account/factors/two-step.ts'
import { unlinkIdentityPage } from './account/identities.ts'
import { picturePage } from './account/picture.ts'
import { profilePage } from './account/profile.ts'
import { passwordPage, securityPage, sessionsPage } from './account/security.ts'
import { revokeTokenPage, tokensPage } from './account/tokens.ts'
import type { ConsoleEndpoint, ConsolePage } from './frame/page.ts'
import { helpPage, manualPage } from './help/help.ts'
import { provisioningPage } from './home/accept-provisioning.ts'
import { allOrganizationsPage } from './home/all-organizations.ts'
import { editPublishedPage } from './home/edit-published.ts'
import { homePage } from './home/home.ts'
import { joinOrganizationPage } from './home/joinable-organizations.ts'
import { searchPage } from './home/search.ts'
import { inboxPage, openNotificationPage } from './notifications/inbox.ts'
import { preferencesPage } from './notifications/preferences.ts'
import { unsubscribePage } from './notifications/unsubscribe.ts'
import { collectionPage } from './organizations/collections.ts'
import { deletedSpacesPage } from './organizations/deleted-spaces.ts'
import { installationPage } from './organizations/integrations/installation.ts'
import { integrationsPage } from './organizations/integrations/integrations.ts'
import { placePage } from './organizations/integrations/place.ts'
import { contentPage, organizationChangesPage } from './organizations/organization.ts'
import { deleteOrganizationPage } from './organizations/ownership/delete-organization.ts'
import { newOrganizationPage } from './organizations/ownership/new-organization.ts'
import { transferCollectionPage, transferSpacePage } from './organizations/ownership/transfer.ts'
import { peoplePage } from './organizations/people.ts'
import { secondFactorRulePage } from './organizations/second-factor.ts'
import { auditPage } from './organizations/settings/audit.ts'
import { generalPage } from './organizations/settings/general.ts'
import { organizationTokensPage } from './organizations/settings/tokens.ts'
import { webhookPage, webhooksPage } from './organizations/settings/webhooks.ts'
import { signInSettingsPage } from './organizations/sign-in-settings.ts'
import { accessOfPage, accessPage } from './organizations/teams/access.ts'
import { teamPage, teamsPage } from './organizations/teams/teams.ts'
import { healthPage } from './organizations/tools/health.ts'
import { specPage } from './organizations/tools/spec.ts'
import { specsPage } from './organizations/tools/specs.ts'
import { translationPage } from './organizations/tools/translation.ts'
import { translationUnitsPage } from './organizations/tools/translation-units.ts'
import { translationsPage } from './organizations/tools/translations.ts'
import { allPeoplePage } from './people/people.ts'
import { comparedPage } from './review/compared.ts'
import { conflictsPage } from './review/conflicts.ts'
import { reviewPage } from './review/review.ts'
import { commentsPage } from './review/space-comments.ts'
import { approveEmailPage, confirmEmailPage, undoEmailPage } from './sign-in/email-links.ts'
import { forgotPage } from './sign-in/forgot.ts'
import { waitingIdentityPage } from './sign-in/identity.ts'
import { invitationPage } from './sign-in/invitation.ts'
import { joinPage } from './sign-in/join.ts'
import { requestLinkPage, signInLinkPage } from './sign-in/link.ts'
import { waitingMemberPage } from './sign-in/organization/link-member.ts'
import { organizationEntryPage } from './sign-in/organization/organization-entry.ts'
import {
  oidcShownPage,
  organizationProviderPage,
  samlAnswerPage,
  samlShownPage,
} from './sign-in/organization/provider.ts'
import { providerAnswerPage, providerPage } from './sign-in/provider.ts'
import { resetPage } from './sign-in/reset.ts'
import { secondFactorPage, secondFactorPasskey, signInPasskey } from './sign-in/second-factor.ts'
import { setUpPage } from './sign-in/set-up.ts'
import { signInPage, signOutPage } from './sign-in/sign-in.ts'
import { audiencePage } from './sites/audience/audience.ts'
import { siteVisitPage } from './sites/audience/visit.ts'
import { domainPage } from './sites/domain.ts'
import { insightsPage } from './sites/insights/insights.ts'
import { lookPage } from './sites/look/look.ts'
import { spaceLookPage } from './sites/look/space-look.ts'
import { newSitePage } from './sites/new-site.ts'
import { redirectsPage } from './sites/redirects.ts'
import { sitePage } from './sites/site.ts'
import { sitesPage } from './sites/sites.ts'
import { structurePage } from './sites/structure.ts'
import { changesPage } from './spaces/changes.ts'
import { editPage, editRequestedPage } from './spaces/edit.ts'
import { editRequestedReusablePage, editReusablePage } from './spaces/edit-reusable.ts'
import { filesPage } from './spaces/files.ts'
import { gitPage } from './spaces/git.ts'
import { historyPage } from './spaces/history.ts'
import { importPage } from './spaces/import.ts'
import { linksPage } from './spaces/links.ts'
import { deletedPagesPage } from './spaces/pages/deleted-pages.ts'
import { movePagePage, moveRequestedPagePage } from './spaces/pages/move-page.ts'
import { pageSettingsPage, requestedPageSettingsPage } from './spaces/pages/page-settings.ts'
import { pageVersionsPage } from './spaces/pages/page-versions.ts'
import { pagesPage, requestedPagesPage } from './spaces/pages/pages.ts'
import { pdfPage, requestedPdfPage } from './spaces/pdf.ts'
import { requestedReusablePage, reusablePage } from './spaces/reusable.ts'
import { spaceSettingsPage } from './spaces/settings.ts'
import { requestedVariablesPage, variablesPage } from './spaces/variables.ts'
import { revisionPage, versionPage } from './spaces/version.ts'

export const pages: readonly ConsolePage[] = [
  ...[homePage, allOrganizationsPage, searchPage, provisioningPage, editPublishedPage, manualPage, helpPage],
  ...[contentPage, collectionPage, organizationChangesPage, peoplePage],
  ...[
    sitesPage,
    newSitePage,
    sitePage,
    structurePage,
    lookPage,
    spaceLookPage,
    audiencePage,
    domainPage,
    redirectsPage,
    insightsPage,
  ],
  ...[signInSettingsPage, secondFactorRulePage],
  ...[
    teamsPage,
    teamPage,
    accessPage,
    accessOfPage,
    generalPage,
    organizationTokensPage,
    webhooksPage,
    webhookPage,
    auditPage,
  ],
  ...[integrationsPage, installationPage, placePage, specsPage, specPage],
  ...[translationsPage, translationPage, translationUnitsPage, healthPage],
  ...[editPage, editRequestedPage, editReusablePage, editRequestedReusablePage],
  ...[reusablePage, requestedReusablePage, variablesPage, requestedVariablesPage],
  ...[pagesPage, requestedPagesPage, changesPage, spaceSettingsPage],
  ...[movePagePage, moveRequestedPagePage],
  ...[pageSettingsPage, requestedPageSettingsPage, linksPage, filesPage],
  ...[revisionPage, versionPage, pageVersionsPage, commentsPage],
  ...[pdfPage, requestedPdfPage, historyPage, importPage, gitPage, deletedPagesPage, deletedSpacesPage],
  ...[reviewPage, comparedPage, conflictsPage],
  ...[setUpPage, signInPage, signOutPage, siteVisitPage, forgotPage, resetPage, invitationPage, joinPage],
  ...[confirmEmailPage, approveEmailPage, undoEmailPage, requestLinkPage, signInLinkPage],
  ...[providerPage, providerAnswerPage, waitingIdentityPage, unlinkIdentityPage],
  organizationEntryPage,
  ...[organizationProviderPage, samlAnswerPage, samlShownPage, oidcShownPage, waitingMemberPage],
  ...[profilePage, emailPage, securityPage, passwordPage, sessionsPage, tokensPage, revokeTokenPage],
  ...[picturePage, deletionPage, allPeoplePage],
  ...[joinOrganizationPage, newOrganizationPage, deleteOrganizationPage],
  ...[transferSpacePage, transferCollectionPage],
  secondFactorPage,
  ...[factorRequiredPage, startTotpPage, totpPage, removeTotpPage, newRecoveryCodesPage],
  ...[inboxPage, openNotificationPage, preferencesPage, unsubscribePage],
  ...[passkeysPage, renamePasskeyPage, removePasskeyPage],
]

export const endpoints: readonly ConsoleEndpoint[] = [signInPasskey, secondFactorPasskey, newPasskey]
