import { describe, expect, test } from 'vitest';
import { endInterruptedSendings, endSending, startSending } from '../../../src/shop/purchasing/send-purchase.server.ts';
import {
  type SupplierWithInterface,
  sendToOrderInterface,
} from '../../../src/shop/purchasing/wire/send-to-order-interface.server.ts';
import type { Behaviour } from '../../../src/suppliers-fake/books.ts';
import { cutOff, nextCutOff } from './purchases-shop.ts';
import { type Kind, minutesAfter, wireShop, wireSupplier } from './wire-shop.ts';

const shop = wireShop();
const { references, sendOrder } = shop;
const all = { open: 0, confirmed: 4, backordered: 0, refused: 0, day: '2026-11-21' };
const none = { open: 4, confirmed: 0, backordered: 0, refused: 0, day: null };

describe.each<Kind>(['ediwheel', 'C1.0', 'http'])('%s', (kind) => {
  test('a draft is ordered once at its cut-off, without the buyer and prices, and its answer is booked', async () => {
    await shop.order(4);
    await shop.order(2, 'other');
    shop.setTime(new Date(cutOff.getTime() - 1000));
    await shop.send(wireSupplier(kind));
    expect(shop.fake().requests).toEqual([]);
    shop.setTime(new Date(cutOff.getTime() + 1000));
    expect(await shop.send(wireSupplier(kind))).toEqual([]);
    expect(await shop.send(wireSupplier(kind))).toEqual([]);
    const lines = [
      { article: 'other', ean: '', count: 2 },
      { article: 'remote', ean: '', count: 4 },
    ];
    expect(shop.fake().orders).toMatchObject([{ reference: 'P26-00001', consignee: '67890', lines }]);
    expect(shop.fake().requests[0]?.body).not.toMatch(/Mari|Maasikas|5123|79[.,]90|319[.,]60|R26-/i);
    expect(await shop.purchases()).toMatchObject([{ state: 'sent', revision: 1 }]);
    expect(await shop.answersOf()).toEqual([
      { ...all, tire: 'other', confirmed: 2 },
      { ...all, tire: 'remote' },
    ]);
    const stored = await shop.db.selectFrom('purchases').select('supplier_number').executeTakeFirst();
    expect(stored?.supplier_number).toBe('S4711');
  });

  test('pieces for two days are confirmed with the day of the last one; the buyer is told once', async () => {
    await sendOrder(kind, { behaviour: 'split-delivery' });
    expect(await shop.answersOf()).toEqual([{ ...all, tire: 'remote', day: '2026-11-29' }]);
    const delays = () => shop.db.selectFrom('letters').select('kind').where('kind', '=', 'delayed').execute();
    expect(await delays()).toHaveLength(1);
    await shop.done('orders', 'list', '--late');
    shop.setTime(minutesAfter(300));
    await shop.db.updateTable('purchases').set({ ask_requested_at: cutOff }).execute();
    await shop.ask(wireSupplier(kind));
    expect((await shop.exchanges()).map(({ kind: what }) => what)).toEqual(['order', 'status']);
    expect(await delays()).toHaveLength(1);
  });

  test('pieces that the supplier kills are refused: its listed count is 0, and the order lacks them', async () => {
    await sendOrder(kind, { behaviour: 'partly' });
    expect(await shop.answersOf()).toEqual([{ ...all, tire: 'remote', confirmed: 3, refused: 1 }]);
    expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 0, owed: 3 });
  });

  test('a purchase of which nothing comes is closed', async () => {
    await sendOrder(kind, { behaviour: 'refuse-last-line' });
    expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
    expect(await shop.answersOf()).toEqual([{ ...all, tire: 'remote', confirmed: 0, refused: 4, day: null }]);
  });

  test.each<[Behaviour, RegExp]>([
    ['timeout', /no answer within/],
    ['reset', /socket hang up|ECONNRESET/],
    ['500', /HTTP 500/],
    ['html', /HTML|XML/],
    ['empty', /empty/],
    ['other-order', /P26-99999/],
  ])(
    'after %s the purchase is unclear and not sent again, until the supplier says that it has it',
    async (behaviour, reason) => {
      const isTimeout = behaviour === 'timeout';
      const [alert] = await sendOrder(kind, { behaviour, run: isTimeout ? { totalMs: 500 } : {} });
      expect(alert).toMatch(/^purchase P26-00001: unclear: /);
      expect(alert).toMatch(reason);
      expect(await shop.answersOf()).toEqual([{ ...none, tire: 'remote' }]);
      for (const minutes of [1, 11, 60 * 24 * 3]) {
        shop.setTime(minutesAfter(minutes));
        await shop.send(wireSupplier(kind));
      }
      expect(await shop.state()).toBe('unclear');
      expect(references()).toEqual(['P26-00001']);
      await shop.ask(wireSupplier(kind));
      expect(await shop.purchases()).toMatchObject([{ state: 'sent', revision: 1 }]);
      expect(await shop.answersOf()).toEqual([{ ...all, tire: 'remote' }]);
      expect(references()).toEqual(['P26-00001']);
    },
  );

  test('a purchase that the supplier does not know stays unclear; sent again, it has a new reference', async () => {
    await sendOrder(kind, { behaviour: 'lost', run: { totalMs: 500 } });
    shop.setTime(minutesAfter(10));
    await shop.ask(wireSupplier(kind));
    await shop.ask(wireSupplier(kind));
    expect(await shop.state()).toBe('unclear');
    expect((await shop.exchanges()).map(({ outcome }) => outcome)).toEqual(['unclear', 'unknown']);
    await shop.done('purchases', 'send', 'P26-00001', '--again', '--yes');
    await shop.ask(wireSupplier(kind));
    await shop.send(wireSupplier(kind));
    expect(await shop.purchases()).toMatchObject([{ state: 'sent', revision: 2 }]);
    expect(references()).toEqual(['P26-00001-2']);
  });

  test('an order that the supplier rejects is a draft again, and is tried again at the next cut-off', async () => {
    expect(await sendOrder(kind, { behaviour: 'account' })).toEqual([
      expect.stringMatching(/^purchase P26-00001: rejected: .*(920|credit limit)/),
    ]);
    for (const minutes of [1, 11, 60]) {
      shop.setTime(minutesAfter(minutes));
      await shop.send(wireSupplier(kind));
    }
    expect(await shop.state()).toBe('draft');
    expect(shop.fake().requests).toHaveLength(1);
    shop.setTime(nextCutOff);
    await shop.send(wireSupplier(kind));
    expect(await shop.state()).toBe('sent');
    expect(references()).toEqual(['P26-00001']);
  });

  test('the process may end at each step of sending: the supplier never has two orders', async () => {
    await shop.order(4);
    shop.setTime(cutOff);
    const supplier = wireSupplier(kind) as SupplierWithInterface;
    const { db, shopConfig, now } = shop.context();
    const context = { db, shopConfig, now, ...shop.purchasing(supplier, {}).orderInterfaces };
    const { id } = await db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
    const change = { at: cutOff, actor: 'shop' };
    const sending = await startSending(db, id, change);
    if (!sending) throw new Error('nothing was sent');
    const result = await sendToOrderInterface(context, supplier, sending);
    expect(result.result).toBe('sent');
    // The process ended before the answer was stored.
    await endInterruptedSendings(db, { at: minutesAfter(10), actor: 'shop' });
    shop.setTime(minutesAfter(20));
    await shop.send(supplier);
    expect(await shop.state()).toBe('unclear');
    expect(references()).toEqual(['P26-00001']);
    // The process that seemed to have ended stores its answer late, but ends before it books it.
    await endSending(db, sending, result, { at: minutesAfter(21), actor: 'shop', answerDueAt: nextCutOff });
    expect(await shop.answersOf()).toEqual([{ ...none, tire: 'remote' }]);
    await shop.send(supplier);
    expect(await shop.answersOf()).toEqual([{ ...all, tire: 'remote' }]);
    expect(references()).toEqual(['P26-00001']);
  });
});

test('a question whose login fails is asked again after ten minutes, and the employee sees why it was not asked', async () => {
  await sendOrder('http', { behaviour: 'reset' });
  const ask = (minutes: number) => {
    shop.setTime(minutesAfter(minutes));
    return shop.ask(wireSupplier('http'), { secret: null });
  };
  await shop.done('purchases', 'ask', 'P26-00001');
  const alert = expect.stringContaining('the supplier was not asked: SUPPLIER_SEED_ORDER_KEY is not set');
  expect(await ask(1)).toEqual([alert]);
  expect(await shop.done('purchases', 'exchange', 'P26-00001')).toMatch(/status +P26-00001 +unsent +SUPPLIER_SEED/);
  expect(await shop.done('purchases', 'show', 'P26-00001')).toMatch(/not-answered.*SUPPLIER_SEED_ORDER_KEY/);
  expect(await ask(10)).toEqual([]);
  expect(await ask(11)).toEqual([alert]);
  expect(await ask(12)).toEqual([]);
});
