import type { DelayOutcome } from '../../shop/checkout/delays/handle-delays.server.ts';

export function delayLines({ delays }: { delays: readonly DelayOutcome[] }): string[] {
  return delays
    .filter(({ found: replacements, isLate }) => replacements.length > 0 || isLate)
    .map(({ number, found: replacements, promisedOn, expectedOn, isLate, told: isMailed }) => {
      const replacementTexts = replacements.map(
        ({ count, tire, to: newSource }) => `${count} × ${tire} from ${newSource}`,
      );
      const expectedText = expectedOn === null ? 'no day is known' : `expected on ${expectedOn}`;
      return [
        `${number}: ${isLate ? `LATE, promised for ${promisedOn}, ${expectedText}` : `in time, by ${promisedOn}`}`,
        ...(replacementTexts.length > 0 ? [`now ${replacementTexts.join(', ')}`] : []),
        ...(isMailed ? ['the buyer gets a mail'] : []),
      ].join('; ');
    });
}
