import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sections = readFileSync(join(root, 'docs/walks.md'), 'utf8').split(/^## /m).slice(1);
const folders = ['src', 'src/web', 'src/shop/books/documents'];

test.each(sections.map((section) => [section.split(/[:,]/)[0] ?? '', section]))(
  '%s: each named file exists',
  (_, section) => {
    const files = [...section.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !folders.some((folder) => existsSync(join(root, folder, file))))).toEqual([]);
  },
);
