// What is not saved yet is kept in this browser, so that it outlives a crash, a lost connection and the end of a session.
import type { Head } from '../model/page-head.ts'

export type Draft = {
  /** Whose it is, which page, and which tab wrote it: drafts of one page are beside each other. */
  name: string
  number?: number
  at: number
  revision: string
  /** What the server had, and what was written since. */
  base: { id: string; key: string; node: object }[]
  doc: object
  heads?: { base: Head; now: Head }
}

const STORE = 'drafts'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('quire-editor', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'name' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

const LAST = '\uffff'

export const keepDraft = (draft: Draft) => within('readwrite', (store) => store.put(draft))
export const dropDraft = (name: string) => within('readwrite', (store) => store.delete(name))
export const findDrafts = (start: string): Promise<Draft[]> =>
  within('readonly', (store) => store.getAll(IDBKeyRange.bound(start, start + LAST)))
