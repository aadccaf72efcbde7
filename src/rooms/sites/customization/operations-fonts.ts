import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { font } from './access.ts'
import { takeFaces } from './font-files.ts'
import { changeFont, createFont, removeFont } from './fonts.ts'
import { presentFont } from './present.ts'
import { CustomFont, FontChanges, NewFont } from './schema-fonts.ts'
import { listFonts } from './store-fonts.ts'

const UNFIT = 'A file is not uploaded yet, is too large, or is neither woff2 nor woff'

export const operations = [
  operation({
    id: 'listCustomFonts',
    route: 'GET /v1/orgs/{organizationId}/fonts',
    summary: 'List the fonts of an organization',
    on: organization,
    needs: 'listSites',
    query: Paging,
    returns: ListOf(CustomFont),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listFonts(ctx.db, organization.id, query), (font) =>
        presentFont(font, organization, ctx.links),
      ),
  }),
  operation({
    id: 'createCustomFont',
    route: 'PUT /v1/orgs/{organizationId}/fonts',
    summary: 'Add a font to an organization',
    description:
      'Upload its files first with `POST /v1/orgs/{organizationId}/storage/upload`. Then sites can use the font in their customization. Its files are public to everyone who knows their URL, such as visitors of sites.',
    on: organization,
    needs: 'createContent',
    body: NewFont,
    example: {
      fontFamily: 'Example Sans',
      fontFaces: [
        { weight: 400, storageKey: '01kx6m1q6p9c2x5w8r4t7k3d1f' },
        { weight: 700, storageKey: '01kx6m1r2t8v4x0z6b3d9g5j1m' },
      ],
    },
    status: 201,
    returns: CustomFont,
    refuses: { 409: 'The organization has 50 fonts already', 412: UNFIT },
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/fonts/${made.id}`,
    before: ({ ctx, subject: organization, body }) => takeFaces(ctx, organization.id, body.fontFaces),
    run: async ({ ctx, subject: organization, body, brought: faces }) =>
      presentFont(await createFont(ctx, organization.id, body.fontFamily, faces), organization, ctx.links),
  }),
  operation({
    id: 'getCustomFont',
    route: 'GET /v1/orgs/{organizationId}/fonts/{fontId}',
    summary: 'Get a font',
    on: font,
    needs: 'view',
    returns: CustomFont,
    run: ({ ctx, subject: font }) => presentFont(font, font.organization, ctx.links),
  }),
  operation({
    id: 'updateCustomFont',
    route: 'POST /v1/orgs/{organizationId}/fonts/{fontId}',
    summary: 'Change the name or the files of a font',
    description: 'Sites that use it show the change. Weights missing from `fontFaces` are deleted.',
    on: font,
    needs: 'edit',
    body: FontChanges,
    example: {
      fontFaces: [
        { weight: 400, storageKey: null },
        { weight: 700, storageKey: '01kx6m1r2t8v4x0z6b3d9g5j1m' },
      ],
    },
    status: 201,
    returns: CustomFont,
    refuses: { 412: UNFIT },
    location: (changed, { organizationId }) => `/v1/orgs/${organizationId}/fonts/${changed.id}`,
    before: async ({ ctx, subject: font, body }) =>
      body.fontFaces && takeFaces(ctx, font.organizationId, body.fontFaces),
    run: async ({ ctx, subject: font, body, brought: faces }) =>
      presentFont(await changeFont(ctx, font, body.fontFamily, faces), font.organization, ctx.links),
  }),
  operation({
    id: 'deleteCustomFont',
    route: 'DELETE /v1/orgs/{organizationId}/fonts/{fontId}',
    summary: 'Delete a font',
    on: font,
    needs: 'edit',
    removesSubject: true,
    status: 205,
    refuses: { 409: 'A site uses it; the message names the site' },
    run: ({ ctx, subject: font }) => removeFont(ctx, font),
  }),
]
