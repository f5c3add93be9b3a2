import { text } from 'node:stream/consumers';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/support/database/database.ts';
import { type Cell, copyRows, decodeCopyRow, encodeCopyRow } from './copy-rows.server.ts';

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

test('reads the cells of a line that COPY wrote', async () => {
  const cells = ['plain', '', null, 'a\\b \\N \t tab \n line \r \b \f \v "quoted" Õ 轮', '\\t'];
  const { url, drop } = await testDatabase();
  const client = new pg.Client(url);
  await client.connect();
  try {
    const values = cells.map((cell) => (cell === null ? 'null' : client.escapeLiteral(cell))).join(', ');
    const line = await text(client.query(copyTo(`copy (select ${values}) to stdout`)));
    expect(decodeCopyRow(line.slice(0, -1))).toEqual(cells);
  } finally {
    await client.end();
    await drop();
  }
});
