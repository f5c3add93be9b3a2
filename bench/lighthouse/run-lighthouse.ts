import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const version = '13.5.0';
const folder = join(import.meta.dirname, '../../.data', `lighthouse-${version}`);
const command = join(folder, 'node_modules/lighthouse/cli/index.js');

/** Installs Lighthouse on first use, because it is too large for a dependency; returns the path of its command. */
export async function ensureLighthouse(): Promise<string> {
  if (existsSync(command)) return command;
  console.error('Installing Lighthouse (npm) …');
  await mkdir(folder, { recursive: true });
  const args = ['i', '--prefix', folder, '--save-exact', '--no-audit', '--no-fund', `lighthouse@${version}`];
  const npm = spawn('npm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`Lighthouse ${version} could not be installed; see the npm output above.`);
  return command;
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** `scores`: the scores by category, 0 to 100; `lost`: the audits that cost points, with their scores from 0 to 1. */
export type Report = { scores: Record<string, number>; lost: Record<string, number> };

type Audit = { score: number | null };
type Category = { score: number; auditRefs: { id: string; weight: number }[] };
type Result = {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<string, Category>;
  audits: Record<string, Audit>;
};

/** Runs the mobile preset once in a new Chromium that prefers `language`. */
export async function runLighthouse(command: string, url: string, language: string): Promise<Report> {
  const flags = [
    '--headless',
    '--no-first-run',
    '--disable-gpu',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const { stdout } = await run(
    process.execPath,
    [
      command,
      url,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--only-categories=${categories}`,
      `--chrome-flags=${flags.join(' ')}`,
      `--extra-headers=${JSON.stringify({ 'Accept-Language': language })}`,
    ],
    { maxBuffer: 2 ** 28, timeout: 180_000 },
  );
  const { runtimeError, finalDisplayedUrl, categories: found, audits }: Result = JSON.parse(stdout);
  if (runtimeError || finalDisplayedUrl !== url)
    throw new Error(`${url}: ${runtimeError?.message ?? finalDisplayedUrl}`);
  const scores = Object.entries(found).map(([name, { score }]) => [name, Math.round(score * 100)]);
  const lost = Object.values(found)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const { score = null } = audits[id] ?? {};
      return score === null || score === 1 ? [] : [[id, score]];
    });
  return { scores: Object.fromEntries(scores), lost: Object.fromEntries(lost) };
}
