import type { Db } from '../storage/db.ts'

/** A number that the database knows, for the metrics of an operator. It must cost little: it is asked every minute. */
export type Gauge = {
  /** As Prometheus writes names: quire_…, with the unit at the end. */
  name: string
  help: string
  /** What tells its values apart, if there are several. */
  label?: string
  read(db: Db, now: Date): Promise<{ of?: string; value: number }[]>
}
