// A way to the database that can be closed, as when it is down or the network is; or held up, as when it does not answer.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export async function openDoor(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const host = decodeURIComponent(url.hostname)
  const there = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${url.port}` }
    : { host, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let isOpen = true
  let isStalled = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const door = createServer((here) => {
    if (!isOpen) return here.destroy()
    const away = connect(there)
    keep(here)
    keep(away)
    here.pipe(away).pipe(here)
    if (isStalled) for (const socket of [here, away]) socket.pause()
    here.on('close', () => away.destroy())
    away.on('close', () => here.destroy())
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const shut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const { port } = door.address() as AddressInfo
  return {
    url: databaseUrl.replace(`@${url.host}/`, `@127.0.0.1:${port}/`),
    async closedDuring<T>(work: () => Promise<T>) {
      isOpen = false
      shut()
      try {
        return await work()
      } finally {
        isOpen = true
      }
    },
    /** Nothing passes any more, and no connection ends. */
    async stalledDuring<T>(work: () => Promise<T>) {
      isStalled = true
      for (const socket of sockets) socket.pause()
      try {
        return await work()
      } finally {
        isStalled = false
        for (const socket of sockets) socket.resume()
      }
    },
    async close() {
      door.close()
      shut()
      await once(door, 'close')
    },
  }
}
