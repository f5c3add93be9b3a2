import { expect, test } from 'vitest';
import shop from '../../../shop.config.ts';
import type { Supplier } from '../catalog/supplier/declaration.ts';
import { cutOffsOf, nextCutOff, orderTermsOf, readCutOff } from './order-terms.ts';

const declared = (order?: Partial<Supplier['order']>) =>
  [{ id: 'hulgi', name: 'Rehvihulgi OÜ', order }] as unknown as Supplier[];
const order = { by: 'list', email: 'tellimused@hulgi.example', cutOff: '15:30', listLagHours: 12 } as const;

const hours = { ...shop.hours, exceptions: { '2026-11-25': null } };
const cutOffAfter = (after: string, changes: Partial<Supplier['order']> = {}) =>
  nextCutOff(new Date(after), orderTermsOf('hulgi', declared({ ...order, ...changes })), hours).toISOString();

test('terms that a supplier does not declare have defaults, such as the cut-off 15:30 on working days', () => {
  const terms = { email: null, cutOff: '15:30', days: ['mon', 'tue', 'wed', 'thu', 'fri'], listLagHours: 24 };
  expect(orderTermsOf('hulgi', declared())).toMatchObject({ ...terms, name: 'Rehvihulgi OÜ' });
  expect(orderTermsOf('baltyre', declared())).toMatchObject({ ...terms, name: 'baltyre', language: 'ee' });
  expect(orderTermsOf('hulgi', declared(order))).toMatchObject({ email: order.email, listLagHours: 12 });
});

// 20 November 2026 is a Friday. 15:30 in Tallinn is 13:30 UTC in winter and 12:30 UTC in summer.
test.each([
  ['shortly before the cut-off of a working day', '2026-11-20T13:29:59Z', '2026-11-20T13:30:00.000Z'],
  ['at the cut-off of a working day', '2026-11-20T13:30:00Z', '2026-11-23T13:30:00.000Z'],
  ['at the weekend', '2026-11-21T08:00:00Z', '2026-11-23T13:30:00.000Z'],
  ['on the evening before a closed day', '2026-11-24T20:00:00Z', '2026-11-26T13:30:00.000Z'],
  ['before the clocks go forward', '2027-03-27T13:30:00Z', '2027-03-29T12:30:00.000Z'],
  ['before the clocks go back', '2026-10-24T13:30:00Z', '2026-10-26T13:30:00.000Z'],
])('the next cut-off %s (%s) is at %s', (_when, after, cutOff) => {
  expect(cutOffAfter(after)).toBe(cutOff);
});

test('a supplier may take orders on some days only', () => {
  expect(cutOffAfter('2026-11-20T10:00:00Z', { days: ['tue', 'thu'] })).toBe('2026-11-24T13:30:00.000Z');
});

test('writes cut-offs other than the default one as texts, and reads them again', () => {
  const workingDays = ['mon', 'tue', 'wed', 'thu', 'fri'];
  expect(cutOffsOf([...declared(), ...declared(order)])).toEqual({});
  expect(cutOffsOf(declared({ ...order, cutOff: '11:00' }))).toEqual({ hulgi: '11:00' });
  expect(cutOffsOf(declared({ ...order, days: ['thu', 'mon'] }))).toEqual({ hulgi: '15:30 mon thu' });
  expect(readCutOff('15:30 mon thu')).toEqual({ cutOff: '15:30', days: ['mon', 'thu'] });
  expect(readCutOff('11:00')).toEqual({ cutOff: '11:00', days: workingDays });
  expect(readCutOff()).toEqual({ cutOff: '15:30', days: workingDays });
});
