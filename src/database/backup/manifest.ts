import { z } from 'zod';

/** Of the archive itself; the tables in it are known by their migrations. */
export const format = 1;

const sequence = z.object({ column: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() });

const table = z.object({
  schema: z.enum(['public', 'pgboss']),
  name: z.string().min(1),
  /** In the order in which each line of the file holds them. */
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** Of the file as it is when it is unpacked. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Where columns that number themselves had come to. */
  sequences: z.array(sequence),
});

/** What `manifest.json` says of the archive that holds it. */
export const manifestSchema = z.object({
  format: z.literal(format),
  /** When the snapshot was taken. */
  at: z.iso.datetime(),
  postgres: z.string(),
  /** Those that the database had, by name. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(table),
});

export type BackupTable = z.infer<typeof table>;
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestFile = 'manifest.json';

/** What a table is called within the archive: rows as `COPY … TO STDOUT` writes them, one a line. */
export function fileOf({ schema, name }: Pick<BackupTable, 'schema' | 'name'>): string {
  return `${schema}.${name}.copy`;
}

/** The reason of a refusal, for programs. */
export type BackupRefusal = 'exists' | 'no-backup' | 'damaged' | 'newer' | 'in-use' | 'not-empty' | 'not-the-shops';

/** A backup was not written or not restored; nothing has changed. */
export class RefusedBackup extends Error {
  readonly reason: BackupRefusal;

  constructor(reason: BackupRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
