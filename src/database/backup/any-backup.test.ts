import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf, filesOf, jobsFile, type Manifest, manifestFile, RefusedBackup } from './manifest.ts';
import { openBackup } from './read-backup.server.ts';

const rows = 'R26-4F7K2\tMari\nR26-4F7K3\tJüri\n';
const jobs = '{"name":"send-mail"}\n';
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const table = {
  schema: 'public' as const,
  name: 'orders',
  columns: ['number', 'name'],
  rows: 2,
  sha256: sha256(rows),
  sequences: [],
};
const manifest: Manifest = {
  format: 2,
  at: '2026-11-20T10:00:00.000Z',
  postgres: '18.0',
  migrations: [{ name: '0001', sha256: 'x' }],
  tables: [table],
  jobs: { rows: 1, sha256: sha256(jobs) },
};

async function writeBackup(manifestContent: unknown): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  await zip.add(fileOf(table), new TextReader(rows));
  await zip.add(jobsFile, new TextReader(jobs));
  await zip.add(
    manifestFile,
    new TextReader(typeof manifestContent === 'string' ? manifestContent : JSON.stringify(manifestContent)),
  );
  return Buffer.from(await zip.close());
}

let folder: string;
let goodBackup: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehvipood-backup-'));
  goodBackup = await writeBackup(manifest);
});
afterAll(() => rm(folder, { recursive: true }));

async function readOrRefuse(bytes: Uint8Array): Promise<string> {
  const file = join(folder, 'backup.zip');
  await writeFile(file, bytes);
  try {
    const backup = await openBackup(file);
    try {
      const names = [...filesOf(backup.manifest).keys()];
      return (await Promise.all(names.map((name) => buffer(backup.read(name))))).join('');
    } finally {
      await backup.close();
    }
  } catch (error) {
    if (error instanceof RefusedBackup) return error.reason;
    throw error;
  }
}

test('reads a backup as written', async () => expect(await readOrRefuse(goodBackup)).toBe(rows + jobs));

test('refuses a backup without jobs, unless it is of format 1', async () => {
  const { jobs: _, ...withoutJobs } = manifest;
  expect(await readOrRefuse(await writeBackup(withoutJobs))).toBe('damaged');
  expect(await readOrRefuse(await writeBackup({ ...withoutJobs, format: 1 }))).toBe(rows);
});

test('refuses a backup with changed bytes, or reads exactly what was written', async () => {
  const change = fc.record({
    position: fc.nat(goodBackup.length - 1),
    byte: fc.nat(255),
    cut: fc.option(fc.nat(goodBackup.length)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let bytes = Buffer.from(goodBackup);
      for (const { position, byte, cut } of changes) {
        if (position < bytes.length) bytes[position] = byte;
        // Almost every cut backup is unreadable, so only a fifth are cut. The uncut ones test the checks of the content.
        const isCut = cut !== null && cut % 5 === 0;
        if (isCut) bytes = bytes.subarray(0, cut);
      }
      expect([rows + jobs, 'damaged', 'no-backup', 'newer']).toContain(await readOrRefuse(bytes));
    }),
    { seed: 7, numRuns: 200 },
  );
});

test('refuses arbitrary bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expect(await readOrRefuse(bytes)).toBe('damaged');
    }),
    { seed: 7, numRuns: 100 },
  );
});

test('reads exactly the tables that an arbitrary manifest lists, or refuses the backup', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', -1, 1e21, '__proto__', {}, [], '../../etc/passwd'));
  const manifestContent = fc.oneof(
    fc.string(),
    fc.jsonValue(),
    fc
      .tuple(fc.constantFrom(...Object.keys(manifest)), value)
      .map(([name, oddValue]) => ({ ...manifest, [name]: oddValue })),
    fc
      .tuple(fc.constantFrom(...Object.keys(table)), value)
      .map(([name, oddValue]) => ({ ...manifest, tables: [{ ...table, [name]: oddValue }] })),
  );
  await fc.assert(
    fc.asyncProperty(manifestContent, async (manifestContent) => {
      const [noTableListed, tableListed] = [jobs, rows + jobs];
      expect([noTableListed, tableListed, 'damaged', 'newer']).toContain(
        await readOrRefuse(await writeBackup(manifestContent)),
      );
    }),
    { seed: 7, numRuns: 100 },
  );
});
