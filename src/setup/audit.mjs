import { onWindows, run } from './project.mjs';

const grave = ['high', 'critical'];

/**
 * Asks the registry for known vulnerabilities of the runtime dependencies; those of severity high or critical fail the check.
 * A registry that does not answer fails nothing, but is reported.
 */
export async function auditDependencies() {
  const { output } = await run('npm', ['audit', '--omit=dev', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: onWindows,
  });
  return verdictOf(output);
}

/**
 * @param {string} output what `npm audit --json` printed
 * @returns {{ code: number, output: string, note?: string }}
 */
export function verdictOf(output) {
  const report = parsed(output);
  if (!report?.metadata?.vulnerabilities) {
    return { code: 0, output: '', note: `not asked: ${report?.message ?? 'npm audit gave no report'}` };
  }
  const found = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) => grave.includes(severity));
  return { code: found.length > 0 ? 1 : 0, output: found.map(lineOf).join('\n') };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `via` holds advisories, and names of packages that have them. */
function lineOf({ name, severity, range, via, fixAvailable }) {
  const reasons = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`));
  return `${name} ${range}: ${severity}; ${reasons.join('; ')}${fixAvailable ? '; a newer version mends it' : ''}`;
}
