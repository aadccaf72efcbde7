export type WantedEntry = { line?: number; title?: string; target?: string; children: WantedEntry[] }
export type WantedPart = { group?: { line?: number; title: string }; entries: WantedEntry[] }
export function patchSummary(text: string, _wanted: WantedPart[], _file: string): string {
  return text
}
