// The way from a token to a merged page, as lines to paste. A test pastes them.

export type Step = { operationId: string; title: string; words: string; command: string }

const TOKEN = '-H "Authorization: Bearer $TOKEN"'
const JSON_BODY = "-H 'Content-Type: application/json'"

/** Shows an answer and keeps its id. */
const KEEP_ID = `id() { tee /dev/stderr | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4; }`

export function firstSteps(base: string): Step[] {
  const post = (path: string, body: string) =>
    `curl -sS "${base}${path}" \\\n  ${TOKEN} ${JSON_BODY} \\\n  -d '${body}'`
  const get = (path: string) => `curl -sS "${base}${path}" ${TOKEN}`
  return [
    {
      operationId: 'getAuthenticatedUser',
      title: 'Ask who you are',
      words:
        'The first start of Quire makes an administrator and writes their token to `data/admin-token`. For others, `quire token create --user maria@example.org --label laptop` makes one on the server, and whoever has a token makes more of their own.',
      command: `TOKEN=$(cat data/admin-token)\n${KEEP_ID}\n${get('/v1/user')}`,
    },
    {
      operationId: 'createOrganization',
      title: 'Create an organization',
      words: 'You become its admin.',
      command: `ORG=$(${post('/v1/orgs', '{"title": "Example Docs"}')} | id)`,
    },
    {
      operationId: 'createSpace',
      title: 'Create a space',
      words: 'A space holds pages and files.',
      command: `SPACE=$(${post('/v1/orgs/$ORG/spaces', '{"title": "Handbook"}')} | id)`,
    },
    {
      operationId: 'createChangeRequest',
      title: 'Open a change request',
      words:
        'It is a copy of the content to work on; readers see nothing of it. The first one of a space has the number 1.',
      command: post('/v1/spaces/$SPACE/change-requests', '{"subject": "Explain the installer"}'),
    },
    {
      operationId: 'updateChangeRequestContent',
      title: 'Write a page',
      words: 'Up to 50 changes in one request, all or nothing.',
      command: post(
        '/v1/spaces/$SPACE/change-requests/1/content',
        `{"changes": [{
    "operation": "insert_page", "title": "Installing",
    "document": {"markdown": "Run the installer.\\n\\n## Linux\\n\\nUnpack the archive."}
  }]}`,
      ),
    },
    {
      operationId: 'submitChangeRequestReview',
      title: 'Review it',
      words: 'Others see what it changes, comment on it, and approve it or ask for changes.',
      command: post('/v1/spaces/$SPACE/change-requests/1/reviews', '{"status": "approved"}'),
    },
    {
      operationId: 'mergeChangeRequest',
      title: 'Merge it',
      words: 'Now readers of the space see the page.',
      command: `curl -sS -X POST "${base}/v1/spaces/$SPACE/change-requests/1/merge" ${TOKEN}`,
    },
    {
      operationId: 'getPageByPath',
      title: 'Read the page',
      words: 'As Markdown, byte for byte what was written.',
      command: get('/v1/spaces/$SPACE/content/path/installing?format=markdown'),
    },
  ]
}
