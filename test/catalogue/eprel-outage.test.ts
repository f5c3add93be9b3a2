import { expect, test } from 'vitest';
import { withdrawnRegistrations } from '../../src/shop/catalog/eprel/eprel-reports.server.ts';
import { catalogueWithEprel, registration } from '../support/catalogue/eprel.ts';

const eprel = catalogueWithEprel();
const { shop } = eprel;

test('labels stay while EPREL answers 404 for all registrations, which are asked for again after an hour', async () => {
  const ids = [381_667, 381_668] as const;
  await shop.importList([
    { eprel_id: `${ids[0]}` },
    { supplier_sku: 'T2', size: '195/65 R15 91V', eprel_id: `${ids[1]}` },
  ]);
  eprel.fake.register(registration({ fuel: 'D' }));
  eprel.fake.register(registration({ id: ids[1], size: '195/65R15', fuel: 'D' }));
  await eprel.run();
  const before = await eprel.labels();
  expect(before).toMatchObject({ T1: { fuel: 'D' }, T2: { fuel: 'D' } });
  for (const id of ids) eprel.fake.plan(id, 'deleted');
  eprel.wait({ hours: 24 });
  const reason = 'EPREL finds neither this registration nor another known one';
  expect(await eprel.run()).toMatchObject({ changed: 0, failures: [{ reason }, { reason }] });
  expect(await eprel.labels()).toEqual(before);
  expect(await withdrawnRegistrations(shop.db)).toEqual([]);

  eprel.fake.plan(ids[1], null);
  eprel.wait({ hours: 1 });
  expect(await eprel.run()).toMatchObject({ changed: 1, failures: [] });
  expect(await withdrawnRegistrations(shop.db)).toEqual([
    expect.objectContaining({ eprel_id: 381_667, status: 'deleted' }),
  ]);
});
