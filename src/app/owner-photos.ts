import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Photo, ShopConfig } from '../shop/config/shop-config.ts';

const maxBytes = 1_000_000;

/** The first bytes of a file of each kind, read as Latin-1. */
const beginnings: Record<string, RegExp> = { jpg: /^\xff\xd8\xff/, png: /^\x89PNG/, webp: /^RIFF....WEBP/s };

/** Returns a line for each photograph in `shopConfig` that cannot be served from `folder`: `about.photo.file: …`. */
export function photoFaults({ about, branches }: Pick<ShopConfig, 'about' | 'branches'>, folder: string): string[] {
  const photos: [path: string, photo: Photo | undefined][] = [
    ['about.photo.file', about?.photo],
    ...branches.map(({ photo }, index): [string, Photo | undefined] => [`branches.${index}.photo.file`, photo]),
  ];
  return photos.flatMap(([path, photo]) => {
    const fault = photo && faultOf(join(folder, photo.file));
    return fault ? [`${path}: ${fault}`] : [];
  });
}

function faultOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return 'no such file under public/ when the shop was built';
  if (stats.size > maxBytes) return 'must have at most 1 MB';
  const kind = file.slice(file.lastIndexOf('.') + 1);
  return beginnings[kind]?.test(beginningOf(file)) ? null : `is not a picture of the kind ${kind}`;
}

function beginningOf(file: string): string {
  const bytes = Buffer.alloc(12);
  const opened = openSync(file, 'r');
  readSync(opened, bytes, 0, bytes.length, 0);
  closeSync(opened);
  return bytes.toString('latin1');
}
