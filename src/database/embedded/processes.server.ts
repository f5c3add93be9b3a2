import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export type Process = { pid: number; command: string };

/** The living processes whose command line names `cluster`; a zombie has no command line. Windows: none are seen. */
export async function processesOf(cluster: string): Promise<Process[]> {
  const all = process.platform === 'linux' ? await fromProc() : process.platform === 'win32' ? [] : await fromPs();
  return all.filter(({ command }) => /(^|\/)postgres(\.exe)?[: ]/.test(command) && command.includes(cluster));
}

async function fromProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return { pid: Number(pid), command: command.replaceAll('\0', ' ').trim() };
    }),
  );
}

async function fromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], { maxBuffer: 2 ** 26 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command }] : [];
  });
}
