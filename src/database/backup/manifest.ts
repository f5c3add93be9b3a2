import { z } from 'zod';

export const format = 1;

const sequence = z.object({ column: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() });

const table = z.object({
  schema: z.enum(['public', 'pgboss']),
  name: z.string().min(1),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sequences: z.array(sequence),
});

export const manifestSchema = z.object({
  format: z.literal(format),
  at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(table),
});

export type BackupTable = z.infer<typeof table>;
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestFile = 'manifest.json';

/** Returns the name of a table's file in the archive, which contains its rows as `COPY … TO STDOUT` writes them. */
export function fileOf({ schema, name }: Pick<BackupTable, 'schema' | 'name'>): string {
  return `${schema}.${name}.copy`;
}

export type BackupRefusal = 'exists' | 'no-backup' | 'damaged' | 'newer' | 'in-use' | 'not-empty' | 'foreign-tables';

/** A backup was not written or not restored; nothing was changed. */
export class RefusedBackup extends Error {
  readonly reason: BackupRefusal;

  constructor(reason: BackupRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
