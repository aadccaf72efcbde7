import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A stream that came to its end and can be read as often as needed. Close it after use. */
export type Spooled = {
  open(): Uint8Array | AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Small streams wait in memory, larger ones in a file. */
export async function spool(chunks: AsyncIterable<Uint8Array>, inMemory = 8 * 1024 * 1024): Promise<Spooled> {
  const held: Uint8Array[] = []
  let size = 0
  let file: FileHandle | undefined
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      held.push(chunk)
      if (size <= inMemory) continue
      file ??= await openNameless()
      for (const one of held.splice(0)) await file.appendFile(one)
    }
  } catch (error) {
    await file?.close()
    throw error
  }
  if (!file) return { open: () => Buffer.concat(held), close: async () => {} }
  const written = file
  return { open: () => chunksOf(written), close: () => written.close() }
}

/** A file without a name is gone with its handle, also when the process is killed. */
async function openNameless() {
  const path = join(tmpdir(), `quire-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function* chunksOf(file: FileHandle) {
  let position = 0
  while (true) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
