import { join } from 'node:path';
import type { CopiedFolder } from './take-base.server.ts';

/** Matches the database (`postgres`, `postgres.log`, …), but not postgres.json with its port and password. */
const databaseFiles = /^postgres(?!\.json$)/;
/** Also skipped: files that the shop generates again, zip backups, and the scratch folder and lock of the check. */
const skippedNames = ['archive.json', 'archive-check', 'archive-check.lock', 'shop.json', 'cache', 'backups'];

export const copiedFolderNames = ['data', 'photos'] as const;

/** Returns the folders that each base backup copies: DATA_DIR (mail, password), and the owner's photographs. */
export function archivedFolders(options: {
  dataDir: string;
  projectFolder: string;
  /** Absolute paths that are not copied. */
  skip: readonly string[];
}): CopiedFolder[] {
  const { dataDir, projectFolder, skip } = options;
  const isSkipped = (path: string) => {
    const [top = ''] = path.split('/');
    return databaseFiles.test(top) || skippedNames.includes(top) || skip.includes(join(dataDir, path));
  };
  return [
    { name: 'data', from: dataDir, isSkipped },
    { name: 'photos', from: join(projectFolder, 'public/photos') },
  ];
}
