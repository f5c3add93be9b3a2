import { expect, test } from 'vitest';
import { isGln, isIban, isRegistryCode, isVatNumber } from './check-digits.ts';

test.each([
  [isRegistryCode, '12345678', true],
  [isRegistryCode, '10137319', true],
  [isRegistryCode, '10060701', true],
  [isRegistryCode, '00000000', true],
  [isRegistryCode, '12345679', false],
  [isRegistryCode, '1234567', false],
  [isRegistryCode, '123456780', false],
  [isRegistryCode, ' 12345678', false],
  [isVatNumber, 'EE100931558', true],
  [isVatNumber, 'EE100594102', true],
  [isVatNumber, 'EE000000000', true],
  [isVatNumber, 'EE100931559', false],
  [isVatNumber, '100931558', false],
  [isVatNumber, 'ee100931558', false],
  [isIban, 'EE382200221020145685', true],
  [isIban, 'EE38 2200 2210 2014 5685', true],
  [isIban, 'LV80BANK0000435195001', true],
  [isIban, 'EE382200221020145686', false],
  [isIban, 'EE3822002210201456', false],
  [isIban, 'LHV', false],
  [isGln, '4012345000009', true],
  [isGln, '4012345000008', false],
  [isGln, '401234500000', false],
])('%o(%j) returns %s', (check, text, expected) => expect(check(text)).toBe(expected));
