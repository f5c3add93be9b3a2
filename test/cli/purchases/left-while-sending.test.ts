import { expect, test } from 'vitest';
import type { SingleAttempt } from '../../../src/mail/sending/mailer.ts';
import { endOwedPieces } from '../../../src/shop/checkout/purchases/end-owed.server.ts';
import { cutOff, nextCutOff, purchasesShop, seedSupplier } from './purchases-shop.ts';

const shop = purchasesShop();

/** Sends at the cut-off. `act` runs while the mail server does not answer. */
async function failToSend(act: () => Promise<unknown>): Promise<void> {
  shop.setTime(cutOff);
  await shop.sendDuePurchases(async (): Promise<SingleAttempt> => {
    await act();
    return { result: 'unsent', reason: 'connect ETIMEDOUT' };
  });
}

test('tires of an order that was cancelled while its purchase could not be sent are not ordered later', async () => {
  await shop.order(2);
  const cancelled = await shop.order(4);
  await failToSend(() => shop.done('orders', 'cancel', cancelled, '--yes'));
  expect(await shop.purchases()).toMatchObject([{ state: 'draft' }]);
  expect(await shop.lines()).toMatchObject([{ ordered: 2, owed: 2 }]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 12, owed: 2 });

  shop.setTime(nextCutOff);
  await shop.sendDuePurchases();
  expect(shop.mails).toMatchObject([{ subject: 'Tellimus P26-00001: 2 rehvi' }]);
});

test('a purchase whose only order was cancelled while it could not be sent is closed without a mail', async () => {
  const cancelled = await shop.order(4);
  await failToSend(() => shop.done('orders', 'cancel', cancelled, '--yes'));
  shop.setTime(nextCutOff);
  await shop.sendDuePurchases();
  expect(shop.mails).toHaveLength(0);
  expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ owed: 0 });
});

test('tires that an employee bought by hand while their purchase could not be sent are not ordered again', async () => {
  const arrived = await shop.order(4);
  await shop.order(2);
  await failToSend(() => shop.done('orders', 'arrived', arrived));
  expect(await shop.purchases()).toMatchObject([{ state: 'draft' }, { state: 'closed' }]);
  expect(await shop.lines()).toMatchObject([
    { ordered: 2, confirmed: 0, received: 0, owed: 2 },
    { ordered: 4, confirmed: 4, received: 4, owed: 4 },
  ]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ owed: 6 });
});

test('tires that arrived and that a list deducted while their purchase could not be sent are owed until the next list', async () => {
  const arrived = await shop.order(4);
  await shop.order(2);
  const order = { ...seedSupplier.order, listLagHours: 0 };
  await failToSend(async () => {
    await shop.done('orders', 'arrived', arrived);
    await shop.db
      .insertInto('imports')
      .values({ at: cutOff, file: 'list.csv', actor: 'shop', suppliers: ['seed'], counts: '{}', demonstration: false })
      .execute();
    await endOwedPieces(shop.db, [{ ...seedSupplier, order } as typeof seedSupplier]);
    expect(await shop.stockOf('supplier:seed')).toMatchObject({ owed: 2 });
  });
  expect(await shop.lines()).toMatchObject([
    { ordered: 2, owed: 2 },
    { ordered: 4, received: 4, owed: 4 },
  ]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ owed: 6 });
});
