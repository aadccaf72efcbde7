import type { ColumnType } from 'kysely'

/** JSON that is read as a value and written as text. */
export type Json<T> = ColumnType<T, string, string>
