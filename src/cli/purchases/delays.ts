import type { DelayOutcome } from '../../shop/checkout/delays/see-to-delay.server.ts';

/** Returns one line for each order whose tires come from elsewhere or later than promised. */
export function delayLines(delays: readonly DelayOutcome[]): string[] {
  return delays
    .filter(({ found, isLate }) => found.length > 0 || isLate)
    .map(({ number, found, promisedOn, expectedOn, isLate, told }) => {
      const from = found.map(({ count, tire, to }) => `${count} × ${tire} from ${to}`);
      const late = expectedOn === null ? 'no day is known' : `expected on ${expectedOn}`;
      return [
        `${number}: ${isLate ? `LATE, promised on ${promisedOn}, ${late}` : `in time, by ${promisedOn}`}`,
        ...(from.length > 0 ? [`found ${from.join(', ')}`] : []),
        ...(told ? ['the buyer gets a mail'] : []),
      ].join('; ');
    });
}
