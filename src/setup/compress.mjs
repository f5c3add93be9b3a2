import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './project.mjs';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function compressClients() {
  await Promise.all(['client', 'desk'].map(compressFolder));
}

async function compressFolder(/** @type {string} */ name) {
  const folder = join(root, 'build', name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const textFiles = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg|json|txt)$/.test(entry.name));
  await Promise.all(textFiles.map((entry) => compress(join(entry.parentPath, entry.name))));
}

async function compress(/** @type {string} */ path) {
  const text = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await compressBrotli(text, { params }));
  await writeFile(`${path}.gz`, await compressGzip(text, { level: constants.Z_BEST_COMPRESSION }));
}
