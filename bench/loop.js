// How long an event loop is held up, to the millisecond. Loaded into the service before its own code; and run as a
// process that does nothing else, which waits as long as the machine makes everybody wait.
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

let [timer, longest, last] = [undefined, 0, 0]

function beat() {
  const now = performance.now()
  longest = Math.max(longest, now - last - 1)
  last = now
}

function answer(question) {
  clearInterval(timer)
  if (question !== 'watch') return process.send(longest)
  longest = 0
  last = performance.now()
  timer = setInterval(beat, 1).unref()
}

if (isMainThread && process.channel) {
  process.on('message', answer)
  // The service ends when it wants to.
  if (process.argv[1] !== fileURLToPath(import.meta.url)) process.channel.unref()
}
