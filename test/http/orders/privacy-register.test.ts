import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { otherColumns, personalColumns, registerTables } from '../../../src/shop/privacy/register.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';

const here = ordersDatabase();

test('lists every column of the database as personal data or as free of them', async () => {
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

test('matches docs/privacy.md; `vitest -u` updates the page', async () => {
  const file = join(import.meta.dirname, '../../../docs/privacy.md');
  const doc = await readFile(file, 'utf8');
  const right = doc.replace(/(?<=<!-- register -->\n)[\s\S]*(?=<!-- end -->)/, () => `\n${registerTables()}\n\n`);
  expect(right).toContain(registerTables());
  await expect(right).toMatchFileSnapshot(file);
});
