/** A streamed answer: an operation that streams returns one. The signal says that the client is gone. */
export class EventStream {
  readonly texts: (signal: AbortSignal) => AsyncIterable<string>

  constructor(texts: (signal: AbortSignal) => AsyncIterable<string>) {
    this.texts = texts
  }
}

/** One message of server-sent events. */
export function streamed(message: { id: string; event: string; data: unknown }) {
  return `id: ${message.id}\nevent: ${message.event}\ndata: ${JSON.stringify(message.data)}\n\n`
}
