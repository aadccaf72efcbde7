// What the global set-up (cluster.ts) hands to the test files.
import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    connection: { host: string; port: number; user: string; password: string }
  }
}
