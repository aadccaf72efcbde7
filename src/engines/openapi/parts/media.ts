import type { OpenApiMedia } from '../document.ts'

export type Media = OpenApiMedia & { mediaType: string }

export function mediaOf(content: Readonly<Record<string, OpenApiMedia>> | undefined): Media | undefined {
  const offered = Object.entries(content ?? {})
  const chosen = offered.find(([mediaType]) => mediaType.endsWith('json')) ?? offered[0]
  return chosen && { ...chosen[1], mediaType: chosen[0] }
}

export function isSuccess(status: string): boolean {
  return status.startsWith('2') || status.startsWith('3')
}
