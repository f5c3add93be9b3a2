import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { photoFaults } from './owner-photos.ts';

const folder = mkdtempSync(join(tmpdir(), 'rehvipood-photos-'));
mkdirSync(join(folder, 'photos'));
afterAll(() => rmSync(folder, { recursive: true }));

const alt = { ee: 'Töökoda', en: 'The workshop', ru: 'Мастерская' };
const write = (name: string, content: string, paddingBytes = 0) => {
  writeFileSync(
    join(folder, 'photos', name),
    Buffer.concat([Buffer.from(content, 'latin1'), Buffer.alloc(paddingBytes)]),
  );
  return `/photos/${name}`;
};
const faultsOf = (file: string) => photoFaults({ ...shopConfig, about: { photo: { file, alt } } }, folder);

test.each([
  ['small.jpg', '\xff\xd8\xff\xe0'],
  ['small.png', '\x89PNG\r\n'],
  ['small.webp', 'RIFF\n\0\0\0WEBP'],
])('%s can be served', (name, content) => {
  expect(faultsOf(write(name, content))).toEqual([]);
});

test('names a missing photograph, a large one, and a file of another kind', () => {
  expect(faultsOf('/photos/none.jpg')).toEqual([
    'about.photo.file: no such file under public/ when the shop was built',
  ]);
  expect(faultsOf('/photos')).toEqual(['about.photo.file: no such file under public/ when the shop was built']);
  expect(faultsOf(write('large.jpg', '\xff\xd8\xff', 1_000_000))).toEqual(['about.photo.file: must have at most 1 MB']);
  expect(faultsOf(write('page.png', '<script>'))).toEqual(['about.photo.file: is not a picture of the kind png']);
});

test('names the branch whose photograph is missing', () => {
  const [first, ...others] = shopConfig.branches;
  const branches = [first, ...others.map((branch) => ({ ...branch, photo: { file: '/photos/none.png', alt } }))];
  expect(photoFaults({ branches: branches as typeof shopConfig.branches }, folder)).toEqual([
    expect.stringMatching(/^branches\.1\.photo\.file: no such file/),
  ]);
});
