// The public client of this API, as a team's existing scripts use it: only the address changes.
import {
  ChangeRequestReviewStatus,
  ChangeRequestStatus,
  ContentReferenceStatus,
  ContentType,
  GitBookAPI,
  GitBookAPIError,
  MemberRole,
  StorageUploadKind,
  TeamMemberRole,
} from '@gitbook/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, makeFolder, newDatabase, removeFolder, type Server, startServer, until } from './server.ts'

const TOKEN = 'acceptance-admin-token'
let folder: string
let server: Server
let client: GitBookAPI

beforeAll(async () => {
  folder = await makeFolder()
  const { env } = await newDatabase()
  server = await startServer({ folder, env: { ...env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' } })
  client = new GitBookAPI({ endpoint: server.url, authToken: TOKEN })
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

async function newOrganization() {
  const { body } = await apiOf(server.url, TOKEN)('POST', '/v1/orgs', { title: 'Client' })
  return body.id as string
}

/** Somebody of the organization, with a client of their own. */
async function newMember(organization: string, email: string, role: MemberRole) {
  const { data } = await client.orgs.inviteUsersToOrganization(organization, { emails: [email], role })
  const [id = ''] = data.users
  const { body } = await apiOf(server.url, TOKEN)('POST', `/v1/users/${id}/tokens`, { label: 'Client' })
  return { id, client: new GitBookAPI({ endpoint: server.url, authToken: body.token }) }
}

/** Edits content: the client has no method for it yet, but it sends whatever it is told to. Answers ids of pages. */
async function edit(at: string, ...changes: object[]) {
  const { data } = await client.request<{ changes: { page: { id: string } }[] }>({
    path: `${at}/content`,
    method: 'POST',
    query: { compat: false },
    body: { changes },
    secure: true,
    type: ContentType.Json,
    format: 'json',
  })
  return data.changes.map((change) => change.page.id)
}

const page = (title: string, markdown: string, more = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

/** The answer as it went over the wire: the types of the client know no text of a page. */
const markdownOf = (data: object) => ('markdown' in data ? data.markdown : undefined)

describe('the public client', () => {
  it('reads who it is', async () => {
    const { data } = await client.user.getAuthenticatedUser()
    expect(data).toMatchObject({ object: 'user', displayName: 'Administrator' })
    expect((await client.users.getUserById(data.id)).data.email).toBe('admin@localhost')
  })

  it('lives through a day of organizations, members and teams', async () => {
    const id = await newOrganization()
    const { data: me } = await client.user.getAuthenticatedUser()
    const { data: organization } = await client.orgs.updateOrganizationById(id, {
      title: 'Client Docs',
      inviteLinks: true,
    })
    expect(organization.title).toBe('Client Docs')
    expect(organization.permissions.admin).toBe(true)
    const { data: list } = await client.orgs.listOrganizationsForAuthenticatedUser({ limit: 1000 })
    expect(list.items.map((item) => item.id)).toContain(id)

    const { data: invited } = await client.orgs.inviteUsersToOrganization(id, {
      emails: ['one@client.example', { email: 'two@client.example', role: MemberRole.Edit }],
      role: MemberRole.Read,
    })
    expect(invited).toMatchObject({ invited: 2 })
    const [one = '', two = ''] = invited.users
    const { data: members } = await client.orgs.listMembersInOrganizationById(id, {
      search: 'client.example',
    })
    expect(members.items.map((member) => member.role).sort()).toEqual(['edit', 'read'])
    await client.orgs.updateMemberInOrganizationById(id, one, { role: MemberRole.Review })
    await client.orgs.updateOrganizationMemberLastSeenAt(id)
    expect((await client.orgs.getMemberInOrganizationById(id, me.id)).data.lastSeenAt).toBeTruthy()

    const { data: team } = await client.orgs.createOrganizationTeam(id, { title: 'Writers', members: [one] })
    await client.orgs.addMemberToOrganizationTeamById(id, team.id, two, { role: TeamMemberRole.Owner })
    await client.orgs.updateMembersInOrganizationTeam(id, team.id, { add: [me.id], remove: [one] })
    const { data: roster } = await client.orgs.listTeamMembersInOrganizationById(id, team.id)
    expect(roster.items.map((item) => item.organization.id).sort()).toEqual([me.id, two].sort())
    const { data: teams } = await client.orgs.listTeamsForOrganizationMember(id, two)
    expect(teams.items).toMatchObject([{ team: { title: 'Writers' }, member: { role: 'owner' } }])
    await client.orgs.deleteMemberFromOrganizationTeamById(id, team.id, two)
    await client.orgs.removeTeamFromOrganizationById(id, team.id)
    await client.orgs.removeMemberFromOrganizationById(id, one)
    expect((await client.orgs.listMembersInOrganizationById(id)).data.count).toBe(2)
  })

  it('walks pages', async () => {
    const id = await newOrganization()
    await client.orgs.inviteUsersToOrganization(id, {
      emails: Array.from({ length: 9 }, (_, at) => `page${at}@client.example`),
    })
    const seen = new Set<string>()
    let page: string | undefined
    do {
      const { data } = await client.orgs.listMembersInOrganizationById(id, { limit: 4, page })
      for (const { id } of data.items) seen.add(id)
      page = data.next?.page
    } while (page)
    expect(seen.size).toBe(10)
  })

  it('handles invite links', async () => {
    const id = await newOrganization()
    const { data: link } = await client.orgs.createOrganizationInvite(id, { role: MemberRole.Read })
    expect((await client.orgs.listOrganizationInviteLinks(id)).data.items).toHaveLength(1)
    await client.orgs.joinOrganizationWithInvite(id, link.id)
    await client.orgs.deleteOrganizationInviteById(id, link.id)
    await expect(client.orgs.getOrganizationInviteLink(id, link.id)).rejects.toThrow(GitBookAPIError)
  })

  it('lives through a day of a docs team: draft, discussion, review, merge', async () => {
    const organization = await newOrganization()
    const { data: me } = await client.user.getAuthenticatedUser()
    const reviewer = await newMember(organization, 'reviewer@client.example', MemberRole.Review)
    const { data: space } = await client.orgs.createSpace(organization, { title: 'Handbook', emoji: '1f4d8' })
    expect(space).toMatchObject({ title: 'Handbook', emoji: '1f4d8', organization, changeRequests: 0 })
    const [home = ''] = await edit(`/spaces/${space.id}`, page('Home', 'Welcome.\n\nSee [more](more.md).'))

    const { data: draft } = await client.spaces.createChangeRequest(space.id, { subject: 'Write more' })
    expect(draft).toMatchObject({ number: 1, status: 'draft', outdated: false, createdBy: { id: me.id } })
    const proposal = `/spaces/${space.id}/change-requests/${draft.id}`
    const [more = '', deep = ''] = await edit(
      proposal,
      page('More', 'More *text*.\n\n* and a list', { ref: 'more' }),
      page('Deep', 'Back [home](home.md) and [nowhere](nowhere.md).', { description: 'At the bottom' }),
    )
    await edit(proposal, { operation: 'update_page', page: deep, into: more })
    const { data: proposed } = await client.spaces.listPagesInChangeRequest(space.id, draft.id)
    expect(proposed.pages).toMatchObject([
      { id: home, path: 'home', pages: [] },
      { id: more, path: 'more', pages: [{ id: deep, path: 'more/deep' }] },
    ])
    expect((await client.spaces.listPages(space.id)).data.pages).toHaveLength(1)
    const { data: read } = await client.spaces.getPageInChangeRequestById(space.id, draft.id, more, {
      format: 'markdown',
    })
    expect(markdownOf(read)).toBe('More *text*.\n\n* and a list')
    const path = encodeURIComponent('more/deep')
    const { data: byPath } = await client.spaces.getPageInChangeRequestByPath(space.id, '1', path)
    expect(byPath).toMatchObject({ id: deep, title: 'Deep', description: 'At the bottom', slug: 'deep' })
    await expect(client.spaces.getPageByPath(space.id, path)).rejects.toMatchObject({ code: 404 })

    await client.spaces.requestReviewersForChangeRequest(space.id, draft.id, {
      users: [reviewer.id],
      subject: 'Write much more',
    })
    const { data: opened } = await client.spaces.getChangeRequestById(space.id, draft.id)
    expect(opened).toMatchObject({ status: 'open', subject: 'Write much more' })
    const { data: asked } = await client.spaces.getRequestedReviewersByChangeRequestId(space.id, draft.id)
    expect(asked.items).toMatchObject([
      { kind: 'user', user: { id: reviewer.id }, requestedBy: { id: me.id } },
    ])
    const { data: comment } = await reviewer.client.spaces.postCommentInChangeRequest(space.id, draft.id, {
      page: more,
      body: { markdown: 'Too _short_.' },
    })
    expect(comment).toMatchObject({
      status: 'open',
      postedBy: { id: reviewer.id },
      target: { page: { id: more, path: 'more', outdated: false }, changeRequest: draft.id },
    })
    const talk = [space.id, draft.id, comment.id] as const
    await client.spaces.postCommentReplyInChangeRequest(...talk, { body: { markdown: 'Longer now.' } })
    await client.spaces.updateCommentInChangeRequest(...talk, { addedReactions: ['1f44d'] })
    await client.spaces.updateCommentInChangeRequest(...talk, { resolved: true })
    const { data: replies } = await client.spaces.listCommentRepliesInChangeRequest(...talk, {
      format: 'markdown',
    })
    expect(replies.items).toMatchObject([{ body: { markdown: 'Longer now.' }, postedBy: { id: me.id } }])
    const { data: resolved } = await client.spaces.listCommentsInChangeRequest(space.id, draft.id, {
      status: 'resolved',
      authors: [reviewer.id, me.id],
      targetPage: more,
      format: 'markdown',
    })
    expect(resolved.items).toMatchObject([
      {
        id: comment.id,
        replies: 1,
        body: { markdown: 'Too _short_.' },
        resolvedBy: { id: me.id },
        reactions: [{ emoji: '1f44d', count: 1, users: [{ user: { id: me.id } }] }],
      },
    ])

    const { data: review } = await reviewer.client.spaces.submitChangeRequestReview(space.id, draft.id, {
      status: ChangeRequestReviewStatus.Approved,
      comment: { markdown: 'Fine.' },
    })
    expect(review).toMatchObject({ status: 'approved', outdated: false, reviewer: { id: reviewer.id } })
    await edit(`/spaces/${space.id}`, page('Meanwhile', 'Something else.'))
    expect((await client.spaces.getChangeRequestById(space.id, '1')).data.outdated).toBe(true)
    const { data: updated } = await client.spaces.updateChangeRequest(space.id, draft.id)
    expect(updated.result).toBe('update')
    expect((await client.spaces.getChangeRequestById(space.id, '1')).data.outdated).toBe(false)
    const { data: changes } = await client.spaces.getChangeRequestChanges(space.id, draft.id)
    expect(changes.changes.map((change) => change.type)).toEqual(['page_created', 'page_created'])
    const { data: merged } = await client.spaces.mergeChangeRequest(space.id, draft.id)
    expect(merged.result).toBe('merge')

    const { data: done } = await client.spaces.getChangeRequestById(space.id, draft.id)
    expect(done).toMatchObject({ status: 'merged', revisionMerged: merged.revision, comments: 1 })
    const { data: revision } = await client.spaces.getRevisionById(space.id, merged.revision)
    expect(revision).toMatchObject({ type: 'merge', mergedFrom: { id: draft.id } })
    expect(revision.pages.map(({ title }) => title).sort()).toEqual(['Home', 'Meanwhile', 'More'])
    const { data: news } = await client.spaces.getRevisionSemanticChanges(space.id, merged.revision)
    expect(news.mergedFrom?.id).toBe(draft.id)
    expect(news.changes).toEqual(
      expect.arrayContaining([
        { type: 'page_created', page: { id: more, type: 'document', title: 'More', path: 'more' } },
      ]),
    )
    expect(news.changes).toHaveLength(2)
    const { data: now } = await client.spaces.getPageByPath(space.id, path, { format: 'markdown' })
    // Its link went along when the page moved; what leads nowhere stays as it was written.
    expect(markdownOf(now)).toBe('Back [home](../home.md) and [nowhere](nowhere.md).')
    expect((await client.spaces.getSpaceById(space.id)).data).toMatchObject({
      revision: merged.revision,
      changeRequests: 1,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    })
    const { data: history } = await client.spaces.listChangeRequestsForSpace(space.id, {
      status: ChangeRequestStatus.Merged,
      creator: me.id,
    })
    expect(history.items.map(({ id }) => id)).toEqual([draft.id])

    const { data: links } = await client.spaces.listSpaceLinks(space.id)
    expect(links.stats).toEqual({ total: 3, broken: { total: 1 } })
    const { data: broken } = await client.spaces.listSpaceLinks(space.id, {
      status: ContentReferenceStatus.Broken,
    })
    expect(broken.items).toMatchObject([{ locationReferences: [{ kind: 'page', page: { id: deep } }] }])
    const { data: back } = await client.spaces.listSpacePageBacklinks(space.id, more)
    expect(back.items).toMatchObject([{ kind: 'page', page: { id: home } }])
  })

  it('searches what was written', async () => {
    const organization = await newOrganization()
    const { data: space } = await client.orgs.createSpace(organization, { title: 'Animals' })
    const [id] = await edit(
      `/spaces/${space.id}`,
      page('Marmot', 'It whistles.\n\n## Burrow\n\nIt sleeps there.'),
    )
    const found = await until(async () => {
      const { data } = await client.spaces.searchSpaceContent(space.id, { query: 'sleeps' })
      // What is not found yet is never missing without a word.
      if (data.items.length === 0) expect(data).toMatchObject({ outdated: true })
      return data.items.length > 0 && data.items
    })
    expect(found).toMatchObject([{ id, title: 'Marmot', path: 'marmot' }])
    expect(found[0]?.sections).toMatchObject([{ title: 'Burrow', body: expect.stringContaining('sleeps') }])
    const { data: all } = await client.orgs.searchOrganizationContent(organization, { query: 'whistles' })
    expect(all.items).toMatchObject([{ id: space.id, title: 'Animals', pages: [{ id }] }])
  })

  it('copies, removes and brings back a space, with its files', async () => {
    const organization = await newOrganization()
    const { data: space } = await client.orgs.createSpace(organization, { title: 'Original' })
    const text = 'sent to storage first'
    const { data: upload } = await client.orgs.generateStorageUploadUrl(organization, {
      file: { name: 'note.txt', type: 'text/plain', size: text.length },
      kind: StorageUploadKind.ImportFile,
    })
    const headers = { 'content-type': 'text/plain' }
    expect((await fetch(upload.url, { method: 'PUT', headers, body: text })).ok).toBe(true)
    const [id = ''] = await edit(`/spaces/${space.id}`, page('Page', 'The [note](note.txt).'), {
      operation: 'insert_files',
      files: [{ name: 'note.txt', url: upload.url }],
    })
    const { data: files } = await client.spaces.listFiles(space.id)
    expect(files.items).toMatchObject([{ name: 'note.txt', contentType: 'text/plain', size: text.length }])
    expect(await (await fetch(files.items[0]?.downloadURL ?? '')).text()).toBe(text)

    const { data: copy } = await client.spaces.duplicateSpace(space.id)
    expect(copy.id).not.toBe(space.id)
    const { data: copied } = await client.spaces.getPageByPath(copy.id, 'page', { format: 'markdown' })
    expect(markdownOf(copied)).toBe('The [note](note.txt).')
    const { data: copiedFiles } = await client.spaces.listFiles(copy.id)
    expect(await (await fetch(copiedFiles.items[0]?.downloadURL ?? '')).text()).toBe(text)

    await client.spaces.deleteSpaceById(space.id)
    const titlesOf = async () =>
      (await client.orgs.listSpacesInOrganizationById(organization)).data.items.map((item) => item.id)
    expect(await titlesOf()).toEqual([copy.id])
    await edit(`/spaces/${copy.id}`, page('Only here', 'The copy goes its own way.'))
    const { data: restored } = await client.spaces.restoreSpace(space.id)
    expect(restored).toMatchObject({ id: space.id, title: 'Original' })
    expect(restored.deletedAt).toBeUndefined()
    expect((await titlesOf()).sort()).toEqual([copy.id, space.id].sort())
    const { data: again } = await client.spaces.getPageById(space.id, id, { format: 'markdown' })
    expect(markdownOf(again)).toBe('The [note](note.txt).')
    expect((await client.spaces.listPages(space.id)).data.pages).toHaveLength(1)
  })

  it('hears errors in our words', async () => {
    const failure = await client.orgs.getOrganizationById('nowhere').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GitBookAPIError)
    expect(failure).toMatchObject({
      code: 404,
      errorMessage: 'Organization not found, or you do not have access to it',
    })
  })
})
