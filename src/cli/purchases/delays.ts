import type { DelayOutcome } from '../../shop/checkout/delays/handle-delays.server.ts';

export function delayLines(delays: readonly DelayOutcome[]): string[] {
  return delays
    .filter(({ found: replacements, isLate }) => replacements.length > 0 || isLate)
    .map(({ number, found: replacements, promisedOn, expectedOn, isLate, told: isMailed }) => {
      const from = replacements.map(({ count, tire, to }) => `${count} × ${tire} from ${to}`);
      const late = expectedOn === null ? 'no day is known' : `expected on ${expectedOn}`;
      return [
        `${number}: ${isLate ? `LATE, promised for ${promisedOn}, ${late}` : `in time, by ${promisedOn}`}`,
        ...(from.length > 0 ? [`now ${from.join(', ')}`] : []),
        ...(isMailed ? ['the buyer gets a mail'] : []),
      ].join('; ');
    });
}
