import { readFile } from 'node:fs/promises';
import { median } from '../../results/percentile.ts';

const sampleMs = 100;

/** MB at which a process is ended: an attack that succeeds must not take the memory of the whole machine. */
const mostMb = 4_000;

/** Resident memory of a process as the kernel counts it (VmRSS), in MB; NaN when the process has ended. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/**
 * Samples the resident memory of a process, in MB, until it is stopped. Kills the process when it takes more than `mostMb`.
 * `lately`: the median of the last `seconds`, so that it does not depend on when garbage was last collected; NaN when it has ended.
 */
export function watchResident(pid: number | undefined) {
  const samples: number[] = [];
  const sampling = setInterval(async () => {
    const resident = await residentMb(pid);
    samples.push(resident);
    if (resident > mostMb && pid !== undefined) process.kill(pid, 'SIGKILL');
  }, sampleMs);
  return {
    lately: (seconds: number) => {
      const last = samples.slice(-(seconds * 1_000) / sampleMs);
      return last.some(Number.isNaN) ? Number.NaN : median(last);
    },
    highest: () => Math.max(...samples.filter((one) => !Number.isNaN(one))),
    stop: () => clearInterval(sampling),
  };
}
