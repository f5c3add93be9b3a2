import { readFile } from 'node:fs/promises';
import { rounded } from './results/figure.ts';

/** MB that a process has resident (`VmRSS`); NaN where the system does not say. */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN);
  return rounded(kilobytes / 1024, 0);
}
