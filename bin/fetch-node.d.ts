export const NODE_VERSIONS: Readonly<Record<string, string>>
export function fetchNode(major: string): string
