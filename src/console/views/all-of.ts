import type { Api, List } from '../api.ts'

const PAGE = 100

/** The whole of a list, where somebody chooses from it; at most so many. */
export async function allOf<T>(
  api: Api,
  path: string,
  { most = 500, query = {} }: { most?: number; query?: Record<string, string> } = {},
): Promise<T[]> {
  const items: T[] = []
  let page: string | undefined
  do {
    const list = await api.get<List<T>>(path, { ...query, limit: PAGE, page })
    items.push(...list.items)
    page = list.next?.page
  } while (page !== undefined && items.length < most)
  return items
}
