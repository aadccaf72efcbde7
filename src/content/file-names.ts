import type { Draft } from './draft.ts'
import { fileOfAsset } from './paths.ts'
import type { FileRecord } from './records.ts'

/** Files of one name would lie at one path: the one that comes second is image (1).png. */
export async function withFreeName(draft: Draft, file: FileRecord): Promise<FileRecord> {
  // What came from Git lies where it lies.
  if (file.git) return file
  for (const name of namesFor(file.name)) {
    const there = await draft.findPath(fileOfAsset({ ...file, name }))
    if (!there || there.file === file.id) return { ...file, name }
  }
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
