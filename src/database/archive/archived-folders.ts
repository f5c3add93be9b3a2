import { join } from 'node:path';
import type { CopiedFolder } from './take-base.server.ts';

/** Matches the database and its other files, which may be large, but not the file with its port and password. */
const ofPostgres = /^postgres(?!\.json$)/;
/** Other files that are not copied: those that the shop generates again, zip backups, and the scratch folder of the check. */
const leftOut = ['archive.json', 'archive-check', 'shop.json', 'cache', 'backups'];

export const copiedFolderNames = ['data', 'photos'] as const;

/** Returns the folders that are copied with each base backup: DATA_DIR (mail, the password of the database), and the owner's photographs. */
export function archivedFolders(options: {
  dataDir: string;
  projectFolder: string;
  /** Absolute paths. */
  skip: readonly string[];
}): CopiedFolder[] {
  const { dataDir, projectFolder, skip } = options;
  const isSkipped = (path: string) => {
    const [top = ''] = path.split('/');
    return ofPostgres.test(top) || leftOut.includes(top) || skip.includes(join(dataDir, path));
  };
  return [
    { name: 'data', from: dataDir, isSkipped },
    { name: 'photos', from: join(projectFolder, 'public/photos') },
  ];
}
