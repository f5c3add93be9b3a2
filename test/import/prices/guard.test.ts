import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { watchJob } from '../../../src/jobs/watch.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { writeOwnerAlert } from '../../../src/mail/write-owner-alert.tsx';
import { testShopContext } from '../../support/shop-context.ts';
import { day, ruledCatalogue, worked } from './ruled-catalogue.ts';

const { shop, preview, importCosts, apply, prices } = ruledCatalogue();

const guarded = { ...worked, guard: { biggestChange: 25, smallest: 20 } };

/** Runs the scheduled check; returns the mails that the owner gets. */
async function mailsToOwner(onDay: number): Promise<Mail[]> {
  const mails: Mail[] = [];
  const { run } = watchJob({
    dataDir: '/no/such/folder',
    send: async (alert) =>
      void mails.push(
        await writeOwnerAlert(alert, 'owner@shop.example', {
          shopConfig,
          now: day(onDay),
          jobName: String,
          listRefusalText: String,
        }),
      ),
  });
  const context = testShopContext(shop.db, { now: () => day(onDay) });
  await run({ shop: context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });
  return mails;
}

test('the guard holds a price, keeps holding it, and lets it pass when asked', async () => {
  await importCosts(1, 70);
  await apply(guarded, 2, true);
  await importCosts(3, 7);
  expect(await prices()).toEqual([107_90]);
  expect((await preview(guarded, 4)).held).toMatchObject({ total: 1, rows: [{ price: 107_90, wanted: 18_90 }] });
  await apply(guarded, 4, true);
  expect(await prices()).toEqual([18_90]);
});

test('a cost of 7.00 instead of 70.00 holds the tire at its price, and the owner gets a mail with both prices', async () => {
  await importCosts(1, 70, 70);
  await apply(guarded, 2, true);
  expect(await mailsToOwner(2)).toEqual([]);
  await importCosts(3, 7, 70);
  expect(await prices()).toEqual([107_90, 107_90]);
  const { id } = await shop.tire('T1');
  const [mail, ...others] = await mailsToOwner(3);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Rehvipood: 1 uus hind on kinni peetud');
  const text = mail?.text.replace(/\s+/g, ' ');
  expect(text).toContain(`${id}: 107,90 €, 18,90 €`);
  expect(text).toContain('npm run shop -- prices preview');
  await importCosts(4, 70, 70);
  expect(await prices()).toEqual([107_90, 107_90]);
  expect(
    await shop.db.selectFrom('tire_prices').select('tire_id').where('held_cents', 'is not', null).execute(),
  ).toEqual([]);
});
