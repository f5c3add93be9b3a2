import { expect, test } from 'vitest';
import { findAlerts } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { markArrived } from '../../../src/shop/checkout/handover/arrived.server.ts';
import { fittingShop, startAt } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';

const shop = fittingShop();

const atRisk = async (day: string, time: string): Promise<string[]> => {
  shop.setTime(day, time);
  const alerts = await findAlerts(shop.context.db, shop.context.shopConfig, shop.now());
  return alerts.filter(({ kind }) => kind === 'fittings-at-risk').flatMap(({ details }) => details);
};

test('from 15:00 of the working day before until the appointment begins, an alert names tires that are not at the branch', async () => {
  const order = await shop.order({ items: items(['far', 4]), at: startAt('2026-11-30', '10:00') });
  await shop.order({ at: startAt('2026-11-30', '10:00') });
  const told = [`${order.number}: ringtee, 2026-11-30 10:00, 4`];
  expect(await atRisk('2026-11-26', '17:00')).toEqual([]);
  expect(await atRisk('2026-11-27', '14:59')).toEqual([]);
  expect(await atRisk('2026-11-27', '15:00')).toEqual(told);
  expect(await atRisk('2026-11-28', '12:00')).toEqual(told);
  expect(await atRisk('2026-11-30', '09:59')).toEqual(told);
  expect(await atRisk('2026-11-30', '10:00')).toEqual([]);
});

test('the alert for an appointment on a Saturday comes on Friday', async () => {
  await shop.order({ items: items(['far', 4]), at: startAt('2026-11-28', '11:00') });
  expect(await atRisk('2026-11-27', '14:59')).toEqual([]);
  expect(await atRisk('2026-11-27', '15:00')).toHaveLength(1);
});

test('the alert names neither tires that have come nor those of a freed appointment', async () => {
  const arrived = await shop.order({ items: items(['far', 4]), at: startAt('2026-11-27', '10:00') });
  const freed = await shop.order({ items: items(['far', 4]), at: startAt('2026-11-27', '12:00') });
  expect(await atRisk('2026-11-26', '15:00')).toHaveLength(2);
  const arrive = (count: number) =>
    markArrived(shop.context, arrived.id, 'staff:kati', { tires: new Map([['far', count]]) });
  await arrive(3);
  await shop.cancelTime(freed);
  expect(await atRisk('2026-11-26', '15:00')).toEqual([`${arrived.number}: ringtee, 2026-11-27 10:00, 1`]);
  await arrive(1);
  expect(await atRisk('2026-11-26', '15:00')).toEqual([]);
});
