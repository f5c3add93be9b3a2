import { onWindows, run } from '../project.mjs';

const failingSeverities = ['high', 'critical'];

/** @typedef {{ title: string, url: string }} Advisory */
/** @typedef {{ name: string, severity: string, range: string, via: (string | Advisory)[], fixAvailable: any }} Vulnerability */

/** Fails on high and critical vulnerabilities of runtime dependencies; an unreachable registry is only reported. */
export async function auditDependencies() {
  const { output } = await run('npm', ['audit', '--omit=dev', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: onWindows,
  });
  return verdictOf(output);
}

/** @returns {{ code: number, output: string, note?: string }} the result for the output of `npm audit --json` */
export function verdictOf(/** @type {string} */ output) {
  const report = parseOrNull(output);
  if (!report?.metadata?.vulnerabilities) {
    return { code: 0, output: '', note: `not checked: ${report?.message ?? 'npm audit gave no report'}` };
  }
  /** @type {Vulnerability[]} */
  const vulnerabilities = Object.values(report.vulnerabilities ?? {});
  const failing = vulnerabilities.filter(({ severity }) => failingSeverities.includes(severity));
  return { code: failing.length > 0 ? 1 : 0, output: failing.map(lineOf).join('\n') };
}

function parseOrNull(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function lineOf(/** @type {Vulnerability} */ { name, severity, range, via, fixAvailable }) {
  const reasons = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : `${cause.title} ${cause.url}`));
  return `${name} ${range}: ${severity}; ${reasons.join('; ')}${fixAvailable ? '; fixed in a newer version' : ''}`;
}
