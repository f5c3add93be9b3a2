import { statfs } from 'node:fs/promises';

/** In bytes. `isLow`: less than 1 GiB or 5 % is free. PostgreSQL can write that much on a busy day. */
export type DiskSpace = {
  freeBytes: number;
  totalBytes: number;
  isLow: boolean;
};

const minFree = { bytes: 2 ** 30, share: 0.05 };

/** Returns null if the disk of the folder cannot be read, as when the folder does not exist. */
export async function diskSpace(folder: string, readDisk: typeof statfs = statfs): Promise<DiskSpace | null> {
  const disk = await readDisk(folder).catch(() => null);
  if (!disk) return null;
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  return { freeBytes: free, totalBytes: total, isLow: free < minFree.bytes || free < minFree.share * total };
}
