import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/support/database/database.ts';
import { type Cell, copyRows, encodeCopyRow } from './copy-rows.server.ts';

test('copies any cell unchanged', async () => {
  const rows: Cell[][] = [
    ['plain', -7, true, ['XL', '3PMSF']],
    ['', 0, false, []],
    [null, null, null, null],
    [
      'a\\b \\N \t tab \n line \r return "quoted" Õ 轮',
      2_147_483_647,
      true,
      ['a\\b', 'a"b', 'a,b', '{}', 'NULL', '', ' ', null],
    ],
  ];
  const { url, drop } = await testDatabase();
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(
      'create temporary table cells (line integer, word text, number integer, yes boolean, words text[])',
    );
    const lines = rows.map((row, line) => encodeCopyRow([line, ...row]));
    await copyRows(client, 'cells', ['line', 'word', 'number', 'yes', 'words'], lines);
    const { rows: stored } = await client.query('select word, number, yes, words from cells order by line');
    expect(stored.map(({ word, number, yes, words }) => [word, number, yes, words])).toEqual(rows);
  } finally {
    await client.end();
    await drop();
  }
});
