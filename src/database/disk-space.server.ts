import { statfs } from 'node:fs/promises';

/** In bytes. */
export type DiskSpace = {
  free: number;
  total: number;
  /** Less than 1 GiB or 5 % is free: PostgreSQL writes that much on a busy day. */
  little: boolean;
};

const leastFree = { bytes: 2 ** 30, share: 0.05 };

/** Returns null when the folder does not exist. */
export async function diskSpace(folder: string, look: typeof statfs = statfs): Promise<DiskSpace | null> {
  const disk = await look(folder).catch(() => null);
  if (!disk) return null;
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  return { free, total, little: free < leastFree.bytes || free < leastFree.share * total };
}
