import { describe, expect, test } from 'vitest';
import { letterOf, orderOf } from '../../test/support/orders/letters.ts';
import type { MailContent, MailKind } from './mail.ts';
import { writeMail } from './write-mail.tsx';

/** A letter's text, with plain spaces. */
async function textOf(kind: MailKind, changes: Partial<MailContent> = {}): Promise<string> {
  return (await writeMail(letterOf(kind, 'ee', changes))).text.replace(/[\u00A0\u202F]/g, ' ');
}

const atBranch = orderOf({ paymentMethod: 'pay_at_branch', heldUntil: '2026-12-01' });
const atDesk = { order: atBranch, next: { type: 'none' } as const };

describe('the confirmation of an order', () => {
  test('tells who pays by transfer everything a bank asks for', async () => {
    const text = await textOf('placed');
    for (const fact of ['IBAN: EE38 2200 2210 2014 5685', 'Viitenumber: 26000123457', 'Summa: 628,10 €']) {
      expect(text).toContain(fact);
    }
    expect(text).toContain('Tähtaeg: teisipäev, 24. november.');
    expect(text).toContain('3 tööpäeva pärast raha laekumist: filiaal Ringtee.');
    expect(text).not.toContain('neljapäev, 26. november');
    expect(text).toContain('sh käibemaks 24%: 121,57 €');
    expect(text).not.toContain('Maksate filiaalis');
  });

  test('tells who pays at the branch until when the tires wait', async () => {
    const text = await textOf('placed', atDesk);
    expect(text).toContain('Hoiame rehve Teie jaoks selle päeva lõpuni: teisipäev, 1. detsember.');
    expect(text).not.toContain('IBAN');
  });

  test('leads to the payment that is to be made, or made again', async () => {
    const order = orderOf({ paymentMethod: 'montonio:paymentInitiation:EE:LHVBEE22' });
    const url = 'https://pay.example/one?a=1&b=2';
    expect(await textOf('placed', { order, next: { type: 'redirect', url } })).toContain(`Maksa 628,10 € ${url}`);
    const again = await textOf('placed', { order, next: { type: 'retry' } });
    expect(again).toContain(`Maksa 628,10 € ${letterOf('placed').links.order}`);
    expect(again).toContain('Makseviis: Maksmine internetis');
  });

  test('tells a consumer how to withdraw; a company has no such right', async () => {
    const { withdrawal } = letterOf('placed').links;
    expect(await textOf('placed')).toContain(`Taganen lepingust siin ${withdrawal}`);
    const company = { name: 'Õ & Ü OÜ', regCode: '12345678', vatNumber: '' };
    expect(await textOf('placed', { order: orderOf({ company }) })).not.toContain(withdrawal);
  });
});

test('an order whose money is there asks for none', async () => {
  const text = await textOf('paid', { order: atBranch });
  expect(text).toContain('Saime Teie makse: 628,10 €.');
  expect(text).not.toContain('Maksate filiaalis');
});

test('an order that is paid when its tires are there is not told to wait for them', async () => {
  const ready = await textOf('paid', { order: orderOf({ status: 'ready' }) });
  expect(ready).toContain('Teie rehvid on kättesaamiseks valmis: filiaal Ringtee.');
  expect(ready).not.toContain('26. november');
  expect(ready).not.toContain('Kirjutame Teile');
  const completed = await textOf('paid', { order: orderOf({ status: 'completed' }) });
  expect(completed).toContain('Saime Teie makse');
  expect(completed).not.toContain('Ringtee.');
  expect(completed).not.toContain('Kirjutame Teile');
});

test('tires that are ready and not paid wait until a day', async () => {
  expect(await textOf('ready', { ...atDesk, paid: false })).toContain('selle päeva lõpuni: teisipäev, 1. detsember');
  const paid = await textOf('ready', { paid: true });
  expect(paid).toContain('Tellimus on makstud.');
  expect(paid).not.toContain('selle päeva lõpuni');
});

test('who had paid a cancelled order gets the money back, who had not owes nothing', async () => {
  const nothing = 'Te ei pea midagi maksma.';
  const refund = 'Tagastame makstud raha hiljemalt 14 päeva jooksul';
  const paid = await textOf('cancelled', { paid: true });
  expect(paid).toContain(refund);
  expect(paid).not.toContain(nothing);
  const unpaid = await textOf('cancelled', { paid: false });
  expect(unpaid.split(nothing)).toHaveLength(2);
  expect(unpaid).not.toContain(refund);
});

test('an order that ran out leads to the tires, and says what becomes of money on its way', async () => {
  const text = await textOf('expired');
  expect(text).toContain('Vali rehvid uuesti https://rehvipood.example/');
  expect(text).toContain('Kui makse on juba teel');
  expect(await textOf('expired', { order: atBranch })).not.toContain('Kui makse on juba teel');
});

test('a refund is of all or of a part', async () => {
  expect(await textOf('refunded')).toContain('osa tellimuse summast: 148,50 €');
  expect(await textOf('refunded', { refund: { amount: 628.1 } })).toContain('kogu tellimuse summa: 628,10 €');
});

describe('a withdrawal', () => {
  test('is acknowledged with what was declared and when, to the minute in Tallinn', async () => {
    const text = await textOf('withdrawal');
    expect(text).toContain('28. november 2026, kell 00:05');
    expect(text).toContain('1 × Michelin X-Ice Snow 225/45 R17 94H XL');
    // 14 days after that day in Tallinn.
    expect(text.match(/laupäev, 12\. detsember/g)).toHaveLength(2);
  });

  test('without tires is one of the whole order', async () => {
    const withdrawal = { receivedAt: new Date('2026-11-27T10:00:00Z'), name: 'Õie', items: [], note: '' };
    expect(await textOf('withdrawal', { withdrawal })).toContain('Kõik tellimuse rehvid');
    await expect(textOf('withdrawal', { withdrawal: undefined })).rejects.toThrow('without its declaration');
  });
});

test('a withdrawal in own words is repeated to the branch and to who paid; an unpaid order may be in a stranger’s name', async () => {
  const withdrawal = { receivedAt: new Date(), name: 'Õie', items: [], note: 'Kaks suverehvi.' };
  const paid = orderOf({ payment: { ...orderOf().payment, paid: 628.1 } });
  for (const text of [
    await textOf('withdrawal', { withdrawal, order: paid }),
    await textOf('branch-withdrawal', { withdrawal }),
  ]) {
    expect(text).toContain('Kaks suverehvi.');
    expect(text).not.toContain('Kõik tellimuse rehvid');
  }
  const unpaid = await textOf('withdrawal', { withdrawal });
  expect(unpaid).toContain('Osa tellimusest, mida avalduses kirjeldasite');
  expect(unpaid).not.toMatch(/suverehvi|Kõik tellimuse/);
});

test('a branch reads what to take from where, and whether to take money', async () => {
  const text = await textOf('branch-order', { ...atDesk, paid: false });
  expect(text).toContain('Ringtee (siin): 2 tk');
  expect(text).toContain('Annelinn: 2 tk, siia 1 tööpäevaga');
  expect(text).toContain('tarnija baltyre: 1 tk, siia 3 tööpäevaga');
  expect(text).toContain('Maksta filiaalis: 628,10 €');
  expect(text).toContain(letterOf('branch-order').links.branch);
  expect(await textOf('branch-order', { paid: true })).toContain('Makstud: 628,10 €');
  expect(await textOf('branch-order', { paid: false })).toContain('Ootab makset: 628,10 €');
});
