// What the global set-up (cluster.ts) hands to the test files.
import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    connection: { host: string; port: number; user: string; password: string }
    /** The name of a database that is migrated and empty, to be cloned. */
    template: string
  }
}
