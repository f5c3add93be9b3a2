import { expect, test } from 'vitest';
import { isEan } from './fields.ts';

test.each(['6419440382319', '4019238817850', '96385074', '036000291452', '10012345678902'])('%s is an EAN', (text) => {
  expect(isEan(text)).toBe(true);
});

test.each(['6419440382318', '6419440383219', '641944038231', '', '64194403823190', 'abcdefgh'])(
  '%s is none',
  (text) => {
    expect(isEan(text)).toBe(false);
  },
);
