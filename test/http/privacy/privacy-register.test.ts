import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { otherColumns, personalColumns, registerMarkdown } from '../../../src/shop/privacy/register.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();

test('the register lists every column of the database, as personal or not', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.db.kysely);
  const listed = [personalColumns, otherColumns].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      (Array.isArray(columns) ? columns : Object.keys(columns)).map((column) => `${table}.${column}`),
    ),
  );
  expect(listed.toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

test('docs/privacy.md contains the tables of the register (vitest -u updates it)', async () => {
  const file = join(import.meta.dirname, '../../../docs/privacy.md');
  const doc = await readFile(file, 'utf8');
  const currentDoc = doc.replace(
    /(?<=<!-- register -->\n)[\s\S]*(?=<!-- end -->)/,
    () => `\n${registerMarkdown()}\n\n`,
  );
  expect(currentDoc).toContain(registerMarkdown());
  await expect(currentDoc).toMatchFileSnapshot(file);
});
