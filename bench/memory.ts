import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from './results/statistics.ts';

/** Collects garbage and returns the MB that this process then uses in objects and buffers. */
export function usedMegabytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Resident memory of a process in MB (`VmRSS`); NaN if the process has ended or the system does not report it. */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

const sampleMs = 100;

/** A successful attack must not exhaust the memory of the machine. */
const killAboveMb = 4_000;

/**
 * Samples the resident memory of a process in MB until stopped, and kills a process above `killAboveMb`.
 * `recent`: median of the last `seconds`, so that it does not depend on the last garbage collection; NaN if the process has ended.
 */
export function watchResident(pid: number | undefined) {
  const samples: number[] = [];
  const sampling = setInterval(async () => {
    const resident = await residentMegabytes(pid);
    samples.push(resident);
    if (resident > killAboveMb && pid !== undefined) process.kill(pid, 'SIGKILL');
  }, sampleMs);
  return {
    recent: (seconds: number) => {
      const last = samples.slice(-(seconds * 1_000) / sampleMs);
      return last.some(Number.isNaN) ? Number.NaN : median(last);
    },
    highest: () => Math.max(...samples.filter((sample) => !Number.isNaN(sample))),
    stop: () => clearInterval(sampling),
  };
}
