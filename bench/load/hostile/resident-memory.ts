import { readFile } from 'node:fs/promises';

const sampleMs = 100;

/** MB at which a process is ended: an attack that succeeds must not take the memory of the whole machine. */
const mostMb = 4_000;

/** Resident memory of a process as the kernel counts it (VmRSS), in MB; NaN when the process has ended. */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Samples until it is stopped; `stop` returns the highest, in MB. Kills the process when it takes more than `mostMb`. */
export function watchResident(pid: number | undefined): { stop(): number } {
  let highest = 0;
  const sampling = setInterval(async () => {
    const resident = await residentMb(pid);
    highest = Math.max(highest, resident || 0);
    if (resident > mostMb && pid !== undefined) process.kill(pid, 'SIGKILL');
  }, sampleMs);
  return {
    stop() {
      clearInterval(sampling);
      return highest;
    },
  };
}
