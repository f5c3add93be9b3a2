import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { otherColumns, personalColumns } from '../../src/shop/privacy/register.ts';
import { registerTables } from '../../src/shop/privacy/register-table.ts';
import { ordersDatabase } from '../support/orders-shop.ts';

const here = ordersDatabase();

test('every column of the database is in the list of personal data, or declared to hold none', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public'`.execute(here.db.kysely);
  const listed = [personalColumns, otherColumns].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      (Array.isArray(columns) ? columns : Object.keys(columns)).map((column) => `${table}.${column}`),
    ),
  );
  expect(listed.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

test('docs/privacy.md holds the list as the code has it; `vitest -u` writes it anew', async () => {
  const file = join(import.meta.dirname, '../../docs/privacy.md');
  const doc = await readFile(file, 'utf8');
  const right = doc.replace(/(?<=<!-- register -->\n)[\s\S]*(?=<!-- end -->)/, () => `\n${registerTables()}\n\n`);
  expect(right).toContain(registerTables());
  await expect(right).toMatchFileSnapshot(file);
});
