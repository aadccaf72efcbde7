import { bytesFromName } from '../src/world/git/names.ts'
import { type GitServer, readRef } from './counterparts/git-server.ts'
import type { Tree } from './drawn/generated-repositories.ts'

export type TreeCommit = { branch: string; tree: Tree; place: 'on top' | 'alone' }

/** Any tree as a commit, in one process: modes, links, submodules, and names of any bytes. */
export async function commitTree(git: GitServer, name: string, { branch, tree, place }: TreeCommit) {
  const ref = `refs/heads/${branch}`
  const tip = await readRef(git.folderOf(name), ref)
  const message = 'A tree'
  const parts: Buffer[] = []
  const say = (text: string) => parts.push(Buffer.from(text))
  const person = 'A writer <writer@example.org> 1767225600 +0000'
  if (place === 'alone') say(`reset ${ref}\n`)
  say(`commit ${ref}\nauthor ${person}\ncommitter ${person}\ndata ${message.length}\n${message}\n`)
  if (place === 'on top' && tip !== '') say(`from ${tip}\n`)
  say('deleteall\n')
  for (const [path, file] of tree) {
    if (file.mode === '160000') say(`M 160000 ${file.oid} ${quoted(path)}\n`)
    else {
      say(`M ${file.mode} inline ${quoted(path)}\ndata ${file.bytes.length}\n`)
      parts.push(file.bytes)
      say('\n')
    }
  }
  await git.gitWith(name, Buffer.concat(parts), 'fast-import', '--quiet', '--force')
  return readRef(git.folderOf(name), ref)
}

function quoted(path: string) {
  const bytes = [...bytesFromName(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
  return `"${bytes.join('')}"`
}
