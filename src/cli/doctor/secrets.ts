import type { Variables } from '../../environment.ts';
import type { Check } from './check.ts';

const named = /KEY|SECRET|PASSWORD|TOKEN/;

/** Takes what the environment keeps secret out of what is told: servers repeat in their errors what they were sent. */
export function withoutSecrets(env: Variables): (check: Check) => Check {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    if (named.test(name)) return value.split(',').map((one) => one.trim());
    return passwordsIn(value);
  });
  const longestFirst = secrets.filter((one) => one.length > 3).sort((a, b) => b.length - a.length);
  const hidden = (text: string) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  return ({ words, advice, ...check }) => ({
    ...check,
    words: hidden(words),
    ...(advice !== undefined && { advice: hidden(advice) }),
  });
}

/** The password of an address, as it is written there and as it is meant. */
function passwordsIn(value: string): string[] {
  const [, written] = /^\w+:\/\/[^/@\s]*?:([^@\s]+)@/.exec(value) ?? [];
  if (written === undefined) return [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}
