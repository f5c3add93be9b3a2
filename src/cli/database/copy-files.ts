import { copyOfficialFiles, eprelFolder } from '../../shop/catalog/eprel/eprel-files.server.ts';
import { type CopiedPhotos, copyPhotos, photoFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import { errorMessage } from '../../shop/error-message.ts';

/** `failure`: why the copying ended before all files were copied, and what to do; null if all were. */
type CopiedFiles = { photos: CopiedPhotos; eprelFiles: number; failure: string | null };

/** Copies the photographs and EPREL files that `to` lacks, for example from DATA_DIR to the backup folder. */
export async function copyFiles(from: string, to: string): Promise<CopiedFiles> {
  let photos: CopiedPhotos = { copied: 0, damaged: [] };
  try {
    photos = await copyPhotos(photoFolder(from), photoFolder(to));
    return { photos, eprelFiles: await copyOfficialFiles(eprelFolder(from), eprelFolder(to)), failure: null };
  } catch (error) {
    const failure = `Not all photographs and files of EPREL were copied (${errorMessage(error)}): copy the folders photos and eprel of ${from} to ${to}.`;
    return { photos, eprelFiles: 0, failure };
  }
}
