import { expect, test } from 'vitest';
import { optionsOf, takesArguments } from './command.ts';

test('reads flags, options with a value and repeatable options from the usage', () => {
  const usage =
    'NUMBER --cash|--card [--status S]… [--swap OLD=NEW[=COUNT]]… [--pay branch|transfer] [--note TEXT|--no-note] [--yes]';
  expect(optionsOf({ usage, furtherOptions: '--vat-number N' })).toEqual({
    cash: { type: 'boolean', multiple: false },
    card: { type: 'boolean', multiple: false },
    status: { type: 'string', multiple: true },
    swap: { type: 'string', multiple: true },
    pay: { type: 'string', multiple: false },
    note: { type: 'string', multiple: false },
    'no-note': { type: 'boolean', multiple: false },
    yes: { type: 'boolean', multiple: false, short: 'y' },
    'vat-number': { type: 'string', multiple: false },
  });
});

test.each([
  ['NUMBER [--json]', true],
  ['[FILE] [--json]', true],
  ['--branch B TIRE=COUNT… --cash|--card', true],
  ['--email E | --order NUMBER | --phone P [--pay branch|transfer]', false],
  ['[--status S]… [--yes]', false],
  ['', false],
])('sees in the usage %j whether a command takes arguments besides options', (usage, expected) => {
  expect(takesArguments({ usage })).toBe(expected);
});
