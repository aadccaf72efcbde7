// A space and a branch of a repository: brought in, written back, and how that went.
import { type Html, html } from '../../engines/html/html.ts'
import type { GitOperation } from '../../rooms/content/git/schema.ts'
import { gitAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { timeView } from '../views/times.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'

const SHOWN = 20
const MOST_PROBLEMS = 50

export const gitPage = appPage({
  path: gitAt(SPACE),
  help: 'connect/git',
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space } = opened
    const { items } = await api.get<List<GitOperation>>(`/spaces/${space.id}/git/operations`, {
      limit: SHOWN,
    })
    const isRunning = items.some(({ state }) => state === 'running')
    return spacePage(opened, 'import', {
      title: words.git.title,
      refresh: isRunning ? 3 : undefined,
      body: html`${space.permissions.triggerGitSync && !isRunning && formsView(opened, items[0])}
        <section><h2>${words.git.operations}</h2>
        ${items.length === 0 ? html`<p class="empty">${words.git.none}</p>` : html`<ol class="rows panel">${items.map((item) => html`<li>${operationView(opened, item)}</li>`)}</ol>`}</section>`,
    })
  },
  async take(asked, form) {
    const { api, space, home } = await openSpacePage(asked)
    const direction = form.get('action') === 'export' ? 'export' : 'import'
    const message = { commitMessage: form.get('message').trim() }
    await api.post(`/spaces/${space.id}/git/${direction}`, {
      ...repositoryIn(form),
      ...(direction === 'export' && message),
    })
    return lead(gitAt(home))
  },
})

function repositoryIn(form: Form) {
  const directory = form.get('directory').trim()
  const branch = form.get('branch').trim()
  const user = form.get('user').trim()
  const token = form.get('token')
  return {
    url: withCredentials(form.get('url').trim(), user, token),
    ref: `refs/heads/${branch}`,
    ...(directory && { repoProjectDirectory: directory }),
    ...(form.has('force') && { force: true }),
  }
}

function withCredentials(address: string, user: string, token: string): string {
  if (token === '' || !URL.canParse(address)) return address
  const url = new URL(address)
  url.username = user || 'git'
  url.password = token
  return url.href
}

function formsView({ words }: SpaceAsked, last: GitOperation | undefined): Html {
  const { git } = words
  const branch = last?.ref.replace('refs/heads/', '') ?? 'main'
  return html`<section class="panel narrow-panel"><h2>${git.repository}</h2><p class="quiet">${git.text}</p><form method="post">
    ${fieldView({ name: 'url', label: git.url, hint: git.urlHint, value: last?.url, maxLength: 1500 })}
    ${fieldView({ name: 'branch', label: git.branch, value: branch, maxLength: 240 })}
    ${fieldView({ name: 'directory', label: git.directory, hint: git.directoryHint, maxLength: 500, isOptional: true })}
    <details class="fold"><summary>${git.private}</summary><div class="folded">
    ${fieldView({ name: 'user', label: git.user, maxLength: 200, isOptional: true })}
    ${fieldView({ name: 'token', label: git.token, hint: git.tokenHint, type: 'password', maxLength: 300, isOptional: true })}</div></details>
    <div class="check"><input id="force" type="checkbox" name="force" value="yes"><label for="force">${git.force}</label></div>
    ${fieldView({ name: 'message', label: git.message, value: git.messageDefault, maxLength: 500 })}
    <div class="actions"><button class="button" name="action" value="import">${git.import}</button>
    <button class="button plain" name="action" value="export">${git.export}</button></div></form></section>`
}

function operationView({ words, language, ctx }: SpaceAsked, item: GitOperation): Html {
  const { git } = words
  const { direction, state, url, ref, startedAt, error, report, completedTasks, dispatchedTasks } = item
  const problems = report?.problems ?? []
  return html`<div class="grow"><span class="title">${git.directions[direction]}</span> <span class="badge ${state}">${git.states[state]}</span>
    <p class="quiet">${url} · ${ref.replace('refs/heads/', '')} · ${timeView(language, ctx.clock.now(), startedAt)}</p>
    ${state === 'running' && html`<p class="quiet" role="status">${git.stages[item.stage]}${dispatchedTasks > 0 && ` ${completedTasks}/${dispatchedTasks}`}</p>`}
    ${error && html`<p class="fault">${error}</p>`}
    ${report && html`<p>${report.summary}</p>`}
    ${(report?.conflicts ?? []).length > 0 && html`<p>${git.conflicts}</p><ul class="plain-list">${report?.conflicts.slice(0, MOST_PROBLEMS).map((file) => html`<li><code>${file}</code></li>`)}</ul>`}
    ${
      problems.length > 0 &&
      html`<details class="fold"><summary>${git.problems({ count: problems.length })}</summary><ul class="plain-list">${problems
        .slice(0, MOST_PROBLEMS)
        .map(
          ({ file, line, message }) =>
            html`<li><code>${file}${line !== undefined && `:${line}`}</code> ${message}</li>`,
        )}</ul></details>`
    }</div>`
}
