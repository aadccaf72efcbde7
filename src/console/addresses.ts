// Where things are in the console.
import { HOME } from './frame/frame.ts'

export const organizationAt = (organizationId: string) => `${HOME}/${organizationId}`
export const sitesAt = (organization: string) => `${organization}/~sites`
export const siteAt = (organization: string, siteId: string) => `${organization}/~sites/${siteId}`
export const structureAt = (site: string) => `${site}/structure`
/** How one space of a site looks. */
export const lookOfSpaceAt = (site: string, siteSpaceId: string) => `${site}/look/${siteSpaceId}`
export const peopleAt = (organization: string) => `${organization}/~people`
export const spaceAt = (organizationId: string, spaceId: string) => `${HOME}/${organizationId}/s/${spaceId}`
export const signInAt = (organization: string) => `${organization}/~sign-in`
/** Of a space, or of a change request of it. */
export const pagesAt = (space: string, number?: string | number) =>
  number === undefined ? `${space}/~/pages` : `${changeRequestAt(space, number)}/~pages`
/** What a page has beside its text. */
export const pageAt = (space: string, pageId: string, number?: string | number) =>
  number === undefined ? `${space}/~/page/${pageId}` : `${changeRequestAt(space, number)}/~page/${pageId}`
/** Where a page is sent to another space. */
export const movePageAt = (space: string, pageId: string, number?: string | number) =>
  `${pageAt(space, pageId, number)}/move`
export const linksAt = (space: string) => `${space}/~/links`
export const changesAt = (space: string) => `${space}/~/changes`
export const changeRequestAt = (space: string, number: string | number) => `${space}/~/changes/${number}`
export const reviewAt = (space: string, number: string | number) =>
  `${changeRequestAt(space, number)}/~review`
/** A page of it beside what it was. */
export const comparedAt = (space: string, number: string | number, pageId: string) =>
  `${reviewAt(space, number)}/page/${pageId}`
export const conflictsAt = (space: string, number: string | number) =>
  `${changeRequestAt(space, number)}/~conflicts`
export const historyAt = (space: string) => `${space}/~/history`
/** What a revision changed, and one page of it. */
export const revisionAt = (space: string, revision: string) => `${historyAt(space)}/${revision}`
export const versionAt = (space: string, revision: string, pageId: string) =>
  `${revisionAt(space, revision)}/page/${pageId}`
export const versionsAt = (space: string, pageId: string) => `${pageAt(space, pageId)}/versions`
export const commentsAt = (space: string) => `${space}/~/comments`
export const importAt = (space: string) => `${space}/~/import`
export const gitAt = (space: string) => `${space}/~/git`
export const filesAt = (space: string) => `${space}/~/files`
export const trashAt = (space: string) => `${space}/~/trash`
export const deletedSpacesAt = (organization: string) => `${organization}/~trash`
export const settingsAt = (space: string) => `${space}/~/settings`
/** Where a page is read, in the space itself or as a change request proposes it. */
export const readAt = (space: string, path: string, number?: string | number) =>
  `${number === undefined ? space : changeRequestAt(space, number)}/${path}`
/** Where a page is written: in a change request, or in one that the first change opens. */
export const editAt = (space: string, pageId: string, number?: string | number) =>
  number === undefined ? `${space}/~/edit/${pageId}` : `${changeRequestAt(space, number)}/~edit/${pageId}`
/** Texts that pages include: of a space, or as a change request proposes them. */
export const reusableAt = (space: string, number?: string | number) =>
  number === undefined ? `${space}/~/reusable` : `${changeRequestAt(space, number)}/~reusable`
export const editReusableAt = (space: string, id: string, number?: string | number) =>
  number === undefined
    ? `${space}/~/edit-reusable/${id}`
    : `${changeRequestAt(space, number)}/~edit-reusable/${id}`
export const variablesAt = (space: string, number?: string | number) =>
  number === undefined ? `${space}/~/variables` : `${changeRequestAt(space, number)}/~variables`
export const pdfAt = (space: string, number?: string | number) =>
  number === undefined ? `${space}/~/pdf` : `${changeRequestAt(space, number)}/~pdf`
/** The path of an address that the API gave, without the slash at its end. */
export const pathOf = (address: string) => new URL(address).pathname.replace(/\/$/, '')
