import { readFile } from 'node:fs/promises';

const sampleMs = 200;

/** Resident memory of a process as the kernel counts it (VmRSS), in MB; NaN when the process has ended. */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Samples until it is stopped; `stop` returns the highest, in MB. */
export function watchResident(pid: number | undefined): { stop(): number } {
  let highest = 0;
  const sampling = setInterval(async () => {
    highest = Math.max(highest, await residentMb(pid));
  }, sampleMs);
  return {
    stop() {
      clearInterval(sampling);
      return highest;
    },
  };
}
