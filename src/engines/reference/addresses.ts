/** Where the parts of the reference are: the page itself, and a page of its own for each operation and object. */
export type Addresses = { home: string; assets: string }

export function operationAddress({ home }: Addresses, id: string): string {
  return `${home}/operations/${encodeURIComponent(id)}`
}

export function objectAddress({ home }: Addresses, name: string): string {
  return `${home}/objects/${encodeURIComponent(name)}`
}
