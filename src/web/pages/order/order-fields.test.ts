import { expect, test } from 'vitest';
import { fieldOf, fittingOfOrder } from './order-fields.ts';

const at = '2026-11-27T07:00:00.000Z';
const wishes = { storage: true, earlier: false };

test('an order has the chosen fitting time with its vehicle and wishes', () => {
  expect(fittingOfOrder({ fitting: { at, vehicle: 'suv', ...wishes } })).toEqual({ at, vehicle: 'suv', ...wishes });
});

test('an order has no fitting time if the branch calls the buyer, or if the form has no field for it', () => {
  expect(fittingOfOrder({ fitting: { at: 'call', vehicle: 'car', ...wishes } })).toBeNull();
  expect(fittingOfOrder({ fitting: undefined })).toBeNull();
});

test('shows all errors of the API about fitting at the field of the fitting time', () => {
  expect(fieldOf('fitting')).toBe('fitting.at');
  expect(fieldOf('fitting.vehicle')).toBe('fitting.at');
  expect(fieldOf('customer.name')).toBe('customer.name');
});
