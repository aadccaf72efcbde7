// Where a branch is, asked in Git's own words (protocol version 2) and without the git program: to start that takes
// longer than to ask. Whatever is not plainly answered is left to it, which knows more servers and says what is wrong.
import type { Fetcher } from '../network/fetcher.ts'
import type { GitCredentials } from './git.ts'
import { tokenOf } from './remote.ts'

const MOST_BYTES = 1_000_000

type Asked = { ref: string; credentials?: GitCredentials; timeout: number }

export async function askTip(fetcher: Fetcher, url: URL, { ref, credentials, timeout }: Asked) {
  const answer = await fetcher
    .fetch(`${url.origin}${url.pathname.replace(/\/+$/, '')}/git-upload-pack`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-git-upload-pack-request',
        'git-protocol': 'version=2',
        ...(credentials && { authorization: `Basic ${tokenOf(credentials)}` }),
      },
      accept: 'application/x-git-upload-pack-result',
      body: `${line('command=ls-refs\n')}0001${line(`ref-prefix ${ref}\n`)}0000`,
      maxBytes: MOST_BYTES,
      maxRedirects: 0,
      timeout,
    })
    .catch(() => undefined)
  const isAnswer = answer?.status === 200 && answer.contentType === 'application/x-git-upload-pack-result'
  return isAnswer ? refsIn(answer.body.toString('latin1')).get(ref) : undefined
}

/** A line of the protocol has its length in front, as four digits that count themselves. */
function line(text: string) {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text
}

function refsIn(answer: string) {
  const refs = new Map<string, string>()
  for (let at = 0; ; ) {
    const length = Number.parseInt(answer.slice(at, at + 4), 16)
    // The end, or nothing of the protocol.
    if (!(length > 4)) return refs
    const [, oid, name] = /^([0-9a-f]{40}) ([^ \n]+)\n?$/.exec(answer.slice(at + 4, at + length)) ?? []
    if (oid && name) refs.set(Buffer.from(name, 'latin1').toString(), oid)
    at += length
  }
}
