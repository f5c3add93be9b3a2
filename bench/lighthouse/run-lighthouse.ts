import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** What Lighthouse says of a page; `lost`: the audits that cost points, with their scores of at most 1. */
export type Report = { scores: Record<string, number>; lost: Record<string, number> };

type Audit = { score: number | null };
type Category = { score: number; auditRefs: { id: string; weight: number }[] };
type Result = {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<string, Category>;
  audits: Record<string, Audit>;
};

/** One run of the mobile preset, in a Chromium of its own that prefers `language`. */
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
