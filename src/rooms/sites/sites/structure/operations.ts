import { ListOf, listOf, operation, Paging } from '../../../../kit/http/operations/operation.ts'
import { site } from '../access.ts'
import { duplicateSiteSpace } from './duplicate-site-space.ts'
import {
  answerGroup,
  answerGroups,
  answerItem,
  answerSection,
  answerSections,
  answerSiteSpace,
  answerSiteSpaces,
  answerStructure,
} from './read-structure.ts'
import {
  GroupChanges,
  GroupMove,
  NewGroup,
  NewSection,
  NewSiteSpace,
  SectionChanges,
  SectionFilter,
  SectionMove,
  SectionOfGroup,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteSpaceChanges,
  SiteSpaceCopy,
  SiteSpaceFilter,
  SiteSpaceMove,
  SiteStructure,
  SiteStructureItem,
  StructureQuery,
  StructureSort,
} from './schema.ts'
import { addGroup, addToGroup, changeGroup, removeGroup, takeOutOfGroup } from './section-groups.ts'
import { addSection, changeSection, removeSection } from './sections.ts'
import { addSiteSpace, changeSiteSpace, removeSiteSpace } from './site-spaces.ts'
import { sortStructure } from './sort-structure.ts'

const SORT = '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort'
const deprecated = { since: '2026-11-16', successor: SORT }
const NEEDS_SPACE = 'You need the right to create content, and to merge changes in the space'

export const operations = [
  operation({
    id: 'getSiteStructure',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/structure',
    summary: 'Get the structure of a site',
    description:
      'Its sections, section groups and external links in order, or its site spaces if it has no sections.',
    on: site,
    needs: 'view',
    query: StructureQuery,
    returns: SiteStructure,
    isVerbatim: true,
    run: ({ ctx, subject: site, query }) => answerStructure(ctx, site, query.shareKey),
  }),
  operation({
    id: 'sortSiteStructure',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
    summary: 'Move a site space, a section, a group or an external link',
    description: 'Moves it to the level, section or group of the item it is placed beside.',
    on: site,
    needs: 'edit',
    body: StructureSort,
    example: {
      item: { type: 'site-section', id: '01kx6m3d8f0j5m2p6s9v4x7z1b' },
      position: { after: { type: 'site-section', id: '01kx6m3e9g1k6n3q7t0w5y8a2c' } },
    },
    returns: SiteStructureItem,
    isVerbatim: true,
    run: async ({ ctx, subject: site, body: { item, position } }) => {
      await sortStructure(ctx, site, item, position)
      return answerItem(ctx, site, item)
    },
  }),

  operation({
    id: 'listSiteSpaces',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'List the spaces of a site, in its order',
    on: site,
    needs: 'view',
    query: SiteSpaceFilter,
    returns: ListOf(SiteSpace),
    run: async ({ ctx, subject: site, query }) =>
      listOf(await answerSiteSpaces(ctx, site, query), (item) => item),
  }),
  operation({
    id: 'addSpaceToSite',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'Add a space to a site',
    description:
      'Makes a private space available to the audience of the site. Its path is derived from its title.',
    on: site,
    needs: 'edit',
    access: NEEDS_SPACE,
    body: NewSiteSpace,
    example: { spaceId: '01kx6m2c7e9h4k1n5q8t3w6y0z' },
    status: 201,
    returns: SiteSpace,
    refuses: { 409: 'The site already has this space, or too many spaces' },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/site-spaces/${made.id}`,
    run: async ({ ctx, subject: site, body }) =>
      answerSiteSpace(ctx, site, await addSiteSpace(ctx, site, body)),
  }),
  operation({
    id: 'updateSiteSpaceById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Change the path, the condition or the space of a site space',
    on: site,
    needs: 'edit',
    access: NEEDS_SPACE,
    body: SiteSpaceChanges,
    example: { path: 'v2', condition: 'visitor.claims.isBetaUser' },
    returns: SiteSpace,
    refuses: { 409: 'The path is already in use, or the site already has this space' },
    run: async ({ ctx, subject: site, params, body }) => {
      await changeSiteSpace(ctx, site, params.siteSpaceId, body)
      return answerSiteSpace(ctx, site, params.siteSpaceId)
    },
  }),
  operation({
    id: 'deleteSiteSpaceById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Take a space out of a site',
    description: 'The space itself is not deleted.',
    on: site,
    needs: 'edit',
    status: 205,
    refuses: { 409: 'It is the only space of its section' },
    run: ({ ctx, subject: site, params }) => removeSiteSpace(ctx, site, params.siteSpaceId),
  }),
  operation({
    id: 'duplicateSiteSpace',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate',
    summary: 'Make a copy of a space on a site',
    description:
      'Copies the published content. The copy follows the original and has the same condition. If the original is the only space of its section, the copy gets its own section with the condition of that section. The customization of the original is not copied.',
    on: site,
    needs: 'edit',
    access:
      'You need permission to create content on the site and in the collection or organization of the space',
    body: SiteSpaceCopy,
    isBodyOptional: true,
    example: { draft: false },
    status: 201,
    returns: SiteSpace,
    refuses: { 409: 'The site has too many spaces or sections' },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/site-spaces/${made.id}`,
    run: async ({ ctx, subject: site, params, body }) =>
      answerSiteSpace(ctx, site, await duplicateSiteSpace(ctx, site, params.siteSpaceId, body)),
  }),
  operation({
    id: 'moveSiteSpace',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    summary: 'Move a site space',
    on: site,
    needs: 'edit',
    body: SiteSpaceMove,
    isBodyOptional: true,
    example: { position: { before: { type: 'site-space', siteSpace: '01kx6m3d8f0j5m2p6s9v4x7z1b' } } },
    returns: SiteSpace,
    deprecated,
    run: async ({ ctx, subject: site, params, body: { position = {} } }) => {
      const pointer = (one?: { siteSpace: string }) =>
        one && { type: 'site-space' as const, id: one.siteSpace }
      const wish = { before: pointer(position.before), after: pointer(position.after) }
      await sortStructure(ctx, site, { type: 'site-space', id: params.siteSpaceId }, wish)
      return answerSiteSpace(ctx, site, params.siteSpaceId)
    },
  }),

  operation({
    id: 'listSiteSections',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'List the sections of a site, in its order',
    on: site,
    needs: 'view',
    query: SectionFilter,
    returns: ListOf(SiteSection),
    run: async ({ ctx, subject: site, query }) =>
      listOf(await answerSections(ctx, site, query), (item) => item),
  }),
  operation({
    id: 'addSectionToSite',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'Add a section to a site',
    description:
      'A new section has one space. With the first section, the existing spaces of the site move to another section, which stays the default.',
    on: site,
    needs: 'edit',
    access: NEEDS_SPACE,
    body: NewSection,
    example: { spaceId: '01kx6m2c7e9h4k1n5q8t3w6y0z', title: 'Guides', icon: 'book' },
    status: 201,
    returns: SiteSection,
    refuses: { 409: 'The site already has this space, or too many sections' },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/sections/${made.id}`,
    run: async ({ ctx, subject: site, body }) => answerSection(ctx, site, await addSection(ctx, site, body)),
  }),
  operation({
    id: 'updateSiteSectionById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Change a section',
    on: site,
    needs: 'edit',
    body: SectionChanges,
    example: { title: 'Guides', path: 'guides' },
    returns: SiteSection,
    refuses: { 409: 'Another section has this path' },
    run: async ({ ctx, subject: site, params, body }) => {
      await changeSection(ctx, site, params.siteSectionId, body)
      return answerSection(ctx, site, params.siteSectionId)
    },
  }),
  operation({
    id: 'deleteSiteSectionById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Delete a section',
    description: 'Removes its spaces from the site; the spaces themselves are not deleted.',
    on: site,
    needs: 'edit',
    status: 205,
    run: ({ ctx, subject: site, params }) => removeSection(ctx, site, params.siteSectionId),
  }),
  operation({
    id: 'moveSiteSection',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
    summary: 'Move a section',
    on: site,
    needs: 'edit',
    body: SectionMove,
    isBodyOptional: true,
    example: { position: { after: { type: 'site-section', siteSection: '01kx6m3e9g1k6n3q7t0w5y8a2c' } } },
    returns: SiteSection,
    deprecated,
    run: async ({ ctx, subject: site, params, body: { position = {} } }) => {
      const pointer = (one?: { siteSection: string }) =>
        one && { type: 'site-section' as const, id: one.siteSection }
      const wish = { before: pointer(position.before), after: pointer(position.after) }
      await sortStructure(ctx, site, { type: 'site-section', id: params.siteSectionId }, wish)
      return answerSection(ctx, site, params.siteSectionId)
    },
  }),

  operation({
    id: 'listSiteSectionGroups',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'List the section groups of a site, in its order',
    on: site,
    needs: 'view',
    query: Paging,
    returns: ListOf(SiteSectionGroup),
    isVerbatim: true,
    run: async ({ ctx, subject: site, query }) =>
      listOf(await answerGroups(ctx, site, query), (item) => item),
  }),
  operation({
    id: 'addSectionGroupToSite',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'Add a section group to a site',
    on: site,
    needs: 'edit',
    body: NewGroup,
    example: { title: 'Products', sections: ['01kx6m3e9g1k6n3q7t0w5y8a2c'] },
    status: 201,
    returns: SiteSectionGroup,
    isVerbatim: true,
    refuses: { 409: 'The site has too many groups' },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/section-groups/${made.id}`,
    run: async ({ ctx, subject: site, body }) => answerGroup(ctx, site, await addGroup(ctx, site, body)),
  }),
  operation({
    id: 'updateSiteSectionGroupById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Change the title or the icon of a section group',
    on: site,
    needs: 'edit',
    body: GroupChanges,
    example: { title: 'Products' },
    returns: SiteSectionGroup,
    isVerbatim: true,
    run: async ({ ctx, subject: site, params, body }) => {
      await changeGroup(ctx, site, params.siteSectionGroupId, body)
      return answerGroup(ctx, site, params.siteSectionGroupId)
    },
  }),
  operation({
    id: 'deleteSiteSectionGroupById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Delete a section group',
    description: 'Its sections move to its place.',
    on: site,
    needs: 'edit',
    status: 205,
    run: ({ ctx, subject: site, params }) => removeGroup(ctx, site, params.siteSectionGroupId),
  }),
  operation({
    id: 'addSectionToGroup',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    summary: 'Put a section into a section group',
    on: site,
    needs: 'edit',
    body: SectionOfGroup,
    example: { sectionId: '01kx6m3e9g1k6n3q7t0w5y8a2c' },
    status: 201,
    returns: SiteSectionGroup,
    isVerbatim: true,
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/section-groups/${made.id}`,
    run: async ({ ctx, subject: site, params, body }) => {
      await addToGroup(ctx, site, params.siteSectionGroupId, body.sectionId)
      return answerGroup(ctx, site, params.siteSectionGroupId)
    },
  }),
  operation({
    id: 'removeSectionFromGroup',
    route:
      'DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
    summary: 'Take a section out of a section group',
    description: 'Moves it to the end of the level above.',
    on: site,
    needs: 'edit',
    status: 205,
    run: ({ ctx, subject: site, params }) =>
      takeOutOfGroup(ctx, site, params.siteSectionGroupId, params.siteSectionId),
  }),
  operation({
    id: 'moveSiteSectionGroup',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
    summary: 'Move a section group',
    on: site,
    needs: 'edit',
    body: GroupMove,
    isBodyOptional: true,
    example: { position: { before: { type: 'site-section', id: '01kx6m3e9g1k6n3q7t0w5y8a2c' } } },
    returns: SiteSectionGroup,
    isVerbatim: true,
    deprecated,
    run: async ({ ctx, subject: site, params, body: { position = {} } }) => {
      const item = { type: 'site-section-group' as const, id: params.siteSectionGroupId }
      await sortStructure(ctx, site, item, position)
      return answerGroup(ctx, site, params.siteSectionGroupId)
    },
  }),
]
