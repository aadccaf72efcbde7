import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'

/** Pushes wait in a hook of the server. */
export async function heldPush(repository: string) {
  const [hook, begun, released] = ['hooks/pre-receive', 'begun', 'released'].map((one) =>
    join(repository, one),
  )
  await mkdir(join(repository, 'hooks'), { recursive: true })
  await writeFile(
    `${hook}`,
    `#!/bin/sh\ntouch '${begun}'\nwhile [ ! -e '${released}' ]; do sleep 0.05; done\n`,
  )
  await chmod(`${hook}`, 0o755)
  const release = () => writeFile(`${released}`, '')
  // Also when the test fails before it does: the hook would wait for ever.
  onTestFinished(release)
  return {
    begun: () => vi.waitFor(() => stat(`${begun}`), { timeout: 120_000, interval: 20 }),
    release,
  }
}
