import { fileOfAsset } from '../links/paths.ts'
import type { FileRecord } from '../records.ts'
import type { Draft } from './draft.ts'
import { freeFile } from './refile.ts'

/** Files of one name would be at one path: the one that comes second is image (1).png, or image-1.png in Git. */
export async function withFreeName(draft: Draft, file: FileRecord): Promise<FileRecord> {
  const isTaken = async (path: string) => {
    const there = await draft.findPath(path)
    return there !== undefined && there.file !== file.id
  }
  if (file.git) return { ...file, git: { ...file.git, path: await freeFile(file.git.path, isTaken) } }
  for (const name of namesFor(file.name))
    if (!(await isTaken(fileOfAsset({ name })))) return { ...file, name }
  return file
}

/** The name, if it is not too long, and those that come next: image.png, image (1).png … without end. */
export function* namesFor(name: string) {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{0,20})?$/s.exec(name) ?? []
  const short = shortened(stem)
  yield short + ending
  for (let count = 1; ; count++) yield `${short} (${count})${ending}`
}

// With an ending and a number behind it: file systems take 255 bytes.
const MOST_BYTES = 200

function shortened(stem: string) {
  const signs = [...stem]
  while (Buffer.byteLength(signs.join('')) > MOST_BYTES) signs.pop()
  return signs.join('')
}
