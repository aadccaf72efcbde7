export function readFacts(url: string, token: string): Promise<Record<string, unknown>>
