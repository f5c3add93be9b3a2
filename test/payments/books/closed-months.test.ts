import { expect, test } from 'vitest';
import { importStatement } from '../../../src/shop/bank/import-statement.server.ts';
import { closeMonth } from '../../../src/shop/books/accounts/close-month.server.ts';
import { readMoneyMoves } from '../../../src/shop/books/accounts/money-moves.server.ts';
import { monthReport } from '../../../src/shop/books/accounts/month-report.server.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { statementOf } from '../../support/bank/statement.ts';
import { paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

const reportOf = (month: string) => monthReport(shop.context.db, { month });

/** Books a transfer by hand, and closes November before or after that. Returns how to import the bank's statement of the transfer. */
async function bookTransferByHand({ on, isClosedBefore = false }: { on: string; isClosedBefore?: boolean }) {
  const order = await shop.order('bank_transfer', 4);
  const closeNovember = async () => {
    shop.setTime(instantAt('2026-12-03', '09:00'));
    await closeMonth(shop.context.db, '2026-11-01', { at: shop.now(), actor: 'operator:kati' });
  };
  if (isClosedBefore) await closeNovember();
  shop.setTime(instantAt(on, '09:00'));
  expect(await markPaid(shop.context, order.id, 'operator:kati', { reference: 'T1' })).toEqual({ ok: true });
  if (!isClosedBefore) await closeNovember();
  return async (day: string) => {
    shop.setTime(instantAt('2026-12-05', '09:00'));
    const statement = statementOf([{ id: 'T1', amount: '319.60', day }]);
    expect(await importStatement(shop.context, Buffer.from(statement), 'operator:kati')).toMatchObject({
      summary: { outcomes: { recorded: 1 } },
    });
  };
}

async function movesByMonth() {
  const months = ['2026-11-01', '2026-12-01'];
  const moves = await Promise.all(months.map((month) => readMoneyMoves(shop.context.db, { month })));
  return moves.flat().map(({ month, day }) => [month, day]);
}

test.each([
  ['in the month after it', '2026-12-01', '2026-11-30'],
  ['in it', '2026-11-30', '2026-12-01'],
  ['in it, on another day than at the bank', '2026-11-20', '2026-11-19'],
])(
  'a closed month stays unchanged by the statement of a transfer that was booked by hand %s',
  async (_, day, bankDay) => {
    const importStatementOf = await bookTransferByHand({ on: day });
    const before = [await reportOf('2026-11-01'), await reportOf('2026-12-01'), await movesByMonth()];
    await importStatementOf(bankDay);
    expect([await reportOf('2026-11-01'), await reportOf('2026-12-01'), await movesByMonth()]).toEqual(before);
    expect(await movesByMonth()).toEqual([[`${day.slice(0, 7)}-01`, day]]);
  },
);

test('a transfer that was booked by hand gets the day of its statement if no month was closed between them', async () => {
  const importStatementOf = await bookTransferByHand({ on: '2026-12-04', isClosedBefore: true });
  await importStatementOf('2026-11-30');
  expect(await movesByMonth()).toEqual([['2026-12-01', '2026-11-30']]);
});

test('a transfer of a month that is still open gets the day of its statement', async () => {
  const importStatementOf = await bookTransferByHand({ on: '2026-12-02' });
  await importStatementOf('2026-12-01');
  expect(await movesByMonth()).toEqual([['2026-12-01', '2026-12-01']]);
});
