// What the global set-up (cluster.ts) hands to the test files.
import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The socket that answers with the connection to PostgreSQL, once it runs. */
    cluster: string
  }
}
