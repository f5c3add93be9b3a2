import { onWindows, run } from './project.mjs';

const grave = ['high', 'critical'];

/** @typedef {{ title: string, url: string }} Advisory */
/** @typedef {{ name: string, severity: string, range: string, via: (string | Advisory)[], fixAvailable: any }} Found */

/** Fails on vulnerabilities of runtime dependencies; a registry that does not answer is only reported. */
export async function auditDependencies() {
  const { output } = await run('npm', ['audit', '--omit=dev', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: onWindows,
  });
  return verdictOf(output);
}

/** @returns {{ code: number, output: string, note?: string }} for what `npm audit --json` printed */
export function verdictOf(/** @type {string} */ output) {
  const report = parsed(output);
  if (!report?.metadata?.vulnerabilities) {
    return { code: 0, output: '', note: `not checked: ${report?.message ?? 'npm audit gave no report'}` };
  }
  /** @type {Found[]} */
  const all = Object.values(report.vulnerabilities ?? {});
  const found = all.filter(({ severity }) => grave.includes(severity));
  return { code: found.length > 0 ? 1 : 0, output: found.map(lineOf).join('\n') };
}

function parsed(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function lineOf(/** @type {Found} */ { name, severity, range, via, fixAvailable }) {
  const reasons = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`));
  return `${name} ${range}: ${severity}; ${reasons.join('; ')}${fixAvailable ? '; a newer version mends it' : ''}`;
}
