import type { Draft } from '../../content/draft.ts'
import { fileOfAsset } from '../../content/paths.ts'
import type { FileRecord } from '../../content/records.ts'

/** Files of one name would lie at one path: the one that comes second is image (1).png. */
export async function withFreeName(draft: Draft, file: FileRecord): Promise<FileRecord> {
  // What came from Git lies where it lies.
  if (file.git) return file
  const [, stem = file.name, ending = ''] = /^(.+?)(\.[^.]{0,20})?$/s.exec(file.name) ?? []
  const short = shortened(stem)
  let free = { ...file, name: short + ending }
  for (let count = 1; ; count++) {
    const there = await draft.findPath(fileOfAsset(free))
    if (!there || there.file === file.id) return free
    free = { ...file, name: `${short} (${count})${ending}` }
  }
}

// With an ending and a number behind it: file systems take 255 bytes.
const MOST_BYTES = 200

function shortened(stem: string) {
  const signs = [...stem]
  while (Buffer.byteLength(signs.join('')) > MOST_BYTES) signs.pop()
  return signs.join('')
}
