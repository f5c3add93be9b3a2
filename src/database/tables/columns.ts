import type { ColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type TimestampByDefault = ColumnType<Date, Date | string | undefined, Date | string>;

/** A `generated always` column: read, never written. */
export type Identity = ColumnType<number, never, never>;
