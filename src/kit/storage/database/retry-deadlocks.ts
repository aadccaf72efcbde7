import { isDeadlock } from './failures.ts'

const ATTEMPTS = 3

/**
 * Runs a transaction again that PostgreSQL ended so that another one could go on. Nothing of it was kept; the other one
 * has its locks by now, so the next attempt waits instead of being in the way. Jobs are excluded: they run again anyway.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isDeadlock(error)) throw error
    }
  }
  return transaction()
}
