import { expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const shop = shopOfOrders();

test('findings list: shows findings until they are resolved', async () => {
  expect(await shop.run(['findings', 'list'])).toEqual({ code: 0, out: 'No findings.\n', err: '' });
  const finding = { provider: 'montonio', provider_ref: 'm-1', kind: 'paid-there-only' as const, data: { here: 0 } };
  const { id } = await shop.db
    .insertInto('recon_findings')
    .values({ ...finding, found_at: fridayNoon })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { out } = await shop.run(['findings', 'list']);
  expect(out).toMatch(new RegExp(`${id} +2026-11-20 12:00 +montonio +m-1 +paid-there-only +open +{"here":0}\n$`));
  expect(await shop.run(['findings', 'resolve', `${id}`])).toEqual({
    code: 0,
    out: `Finding ${id} is resolved.\n`,
    err: '',
  });
  expect(JSON.parse((await shop.run(['findings', 'list', '--json'])).out)).toEqual({ findings: [] });
  const allFindings = JSON.parse((await shop.run(['findings', 'list', '--all', '--json'])).out);
  expect(allFindings.findings).toMatchObject([{ id, kind: 'paid-there-only', resolvedAt: fridayNoon.toISOString() }]);
  const resolvedTwice = await shop.run(['findings', 'resolve', `${id}`, '--json']);
  expect(resolvedTwice).toMatchObject({ code: 1, err: `findings resolve: there is no open finding ${id}\n` });
  expect(JSON.parse(resolvedTwice.out)).toMatchObject({ ok: false, reason: 'unknown-finding' });
});
