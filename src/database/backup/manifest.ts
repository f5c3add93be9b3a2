import { z } from 'zod';

/** The format that the shop writes. Format 1 holds two tables of pg-boss instead of `jobs`. */
export const manifestFormat = 2;

/** `called`: whether the sequence has already returned `last` (PostgreSQL's is_called). */
const sequence = z.object({ column: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() });

const measureFields = { rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) };

const table = z.object({
  schema: z.enum(['public', 'pgboss']),
  name: z.string().min(1),
  columns: z.array(z.string()).min(1),
  ...measureFields,
  sequences: z.array(sequence),
});

export const manifestSchema = z
  .object({
    format: z.literal([1, manifestFormat]),
    at: z.iso.datetime(),
    postgres: z.string(),
    migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
    tables: z.array(table),
    jobs: z.object(measureFields).optional(),
  })
  .refine(({ format, jobs }) => format === 1 || jobs !== undefined);

export type BackupTable = z.infer<typeof table>;
export type Manifest = z.infer<typeof manifestSchema>;
export type Measures = Pick<BackupTable, 'rows' | 'sha256'>;

export const manifestFile = 'manifest.json';

/** Contains each unfinished job as a line of JSON. */
export const jobsFile = 'jobs.jsonl';

/** Returns the name of a table's file in the backup, which contains its rows as `COPY … TO STDOUT` writes them. */
export function fileOf({ schema, name }: Pick<BackupTable, 'schema' | 'name'>): string {
  return `${schema}.${name}.copy`;
}

/** Returns the row count and the hash of each file in the backup, as written, by file name. */
export function filesOf({ tables, jobs }: Manifest): Map<string, Measures> {
  const files = new Map<string, Measures>(tables.map((table) => [fileOf(table), table]));
  return jobs ? files.set(jobsFile, jobs) : files;
}

export type BackupRefusal = 'exists' | 'no-backup' | 'damaged' | 'newer' | 'in-use' | 'not-empty' | 'foreign-tables';

/** Thrown if a backup cannot be written or restored. Nothing is changed. */
export class RefusedBackup extends Error {
  readonly reason: BackupRefusal;

  constructor(reason: BackupRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
