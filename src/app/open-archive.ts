import { resolve } from 'node:path';
import { archivedFolders } from '../database/archive/archived-folders.ts';
import type { Archive } from '../jobs/copies/archive.ts';
import type { Config } from './config.ts';

export function openArchive(
  { archiveDir, archiveDays, backupDir }: Config,
  { url, dataDir, projectFolder }: { url: string; dataDir: string; projectFolder: string },
): Archive | null {
  if (archiveDir === undefined) return null;
  const archive = resolve(projectFolder, archiveDir);
  const skip = [archive, resolve(projectFolder, backupDir)];
  return { url, archive, days: archiveDays, dataDir, folders: archivedFolders({ dataDir, projectFolder, skip }) };
}
