import { describe, expect, test } from 'vitest';
import { mailOf, sampleOrder } from '../../test/support/orders/mails.ts';
import type { MailContent, MailKind } from './mail.ts';
import { writeMail } from './write-mail.tsx';

async function textOf(kind: MailKind, changes: Partial<MailContent> = {}): Promise<string> {
  return (await writeMail(mailOf(kind, 'ee', changes))).text.replace(/[\u00A0\u202F]/g, ' ');
}

const payAtBranchOrder = sampleOrder({ paymentMethod: 'pay_at_branch', heldUntil: '2026-12-01' });
const promisedDay = '26. november';
const payAtBranch = { order: payAtBranchOrder, next: { type: 'none' } as const };

describe('the confirmation of an order', () => {
  test('contains, for a bank transfer, all fields of a transfer form', async () => {
    const text = await textOf('placed');
    for (const fact of ['IBAN: EE38 2200 2210 2014 5685', 'Viitenumber: 26000123457', 'Summa: 628,10 €']) {
      expect(text).toContain(fact);
    }
    expect(text).toContain('Tähtaeg: teisipäev, 24. november.');
    expect(text).toContain('filiaalist Ringtee kätte 3 tööpäeva pärast raha laekumist.');
    expect(text).not.toContain(promisedDay);
    expect(text).toContain('sh käibemaks 24%: 121,57 €');
    expect(text).not.toContain('Maksate filiaalis');
  });

  test('names, for payment at the branch, the day until which the tires are held', async () => {
    const text = await textOf('placed', payAtBranch);
    expect(text).toContain('viimane päev: teisipäev, 1. detsember.');
    expect(text).not.toContain('IBAN');
  });

  test('links to a payment that is due or failed', async () => {
    const order = sampleOrder({ paymentMethod: 'montonio:paymentInitiation:EE:LHVBEE22' });
    const url = 'https://pay.example/one?a=1&b=2';
    expect(await textOf('placed', { order, next: { type: 'redirect', url } })).toContain(`Maksa 628,10 € ${url}`);
    const afterFailure = await textOf('placed', { order, next: { type: 'retry' } });
    expect(afterFailure).toContain(`Maksa 628,10 € ${mailOf('placed').links.order}`);
    expect(afterFailure).toContain('Makseviis: Pangalink');
  });

  test('links to the withdrawal form for a consumer, but not for a company', async () => {
    const { withdrawal } = mailOf('placed').links;
    expect(await textOf('placed')).toContain(`Taganen lepingust siin ${withdrawal}`);
    const company = { name: 'Õ & Ü OÜ', regCode: '12345678', vatNumber: '', address: '' };
    expect(await textOf('placed', { order: sampleOrder({ company }) })).not.toContain(withdrawal);
  });
});

test('the mail about a paid order asks for no payment', async () => {
  const text = await textOf('paid', { order: payAtBranchOrder });
  expect(text).toContain('Saime Teie makse: 628,10 €.');
  expect(text).not.toContain('Maksate filiaalis');
});

test('the mail about a payment for ready tires does not say that they will arrive', async () => {
  const ready = await textOf('paid', { order: sampleOrder({ status: 'ready' }) });
  expect(ready).toContain('Teie rehvid on filiaalis Ringtee kättesaamiseks valmis.');
  expect(ready).not.toContain(promisedDay);
  expect(ready).not.toContain('Kirjutame Teile');
  expect(ready).toContain('Ringtee 75, 50501 Tartu\n+372 700 0101\nEsmaspäev–reede 09:00–18:00');
  const completed = await textOf('paid', { order: sampleOrder({ status: 'completed' }) });
  expect(completed).toContain('Saime Teie makse');
  const endOfStep = 'Ringtee.'; // of the step that says where to collect the tires
  expect(completed).not.toContain(endOfStep);
  expect(completed).not.toContain('Kirjutame Teile');
});

test('the mail about ready unpaid tires names the day until which they are held', async () => {
  expect(await textOf('ready', { ...payAtBranch, hasPayment: false })).toContain(
    'viimane päev: teisipäev, 1. detsember',
  );
  const paid = await textOf('ready', { hasPayment: true });
  expect(paid).toContain('Tellimus on makstud.');
  expect(paid).not.toContain('viimane päev');
});

test('a mail about a remaining amount says that tires are ordered from the supplier after its payment, unless they are ready', async () => {
  const atSupplier = 'Kui uued rehvid tulevad tarnijalt, tellime need pärast makse laekumist.';
  const { payment } = sampleOrder();
  const withBalanceDue = (status: 'confirmed' | 'ready') =>
    sampleOrder({ status, awaitsBuyer: false, payment: { ...payment, state: 'part_paid', missing: 80 } });
  const changed = await textOf('changed', { order: withBalanceDue('confirmed') });
  expect(changed).toMatch(new RegExp(`Puudu on veel 80,00 €\\. .+ Tähtaeg: .+\\. ${atSupplier}`));
  const ready = await textOf('ready', { order: withBalanceDue('ready'), hasPayment: true });
  expect(ready).toContain('Puudu on veel 80,00 €.');
  expect(ready).not.toContain(atSupplier);
});

test('the mail about a cancelled order announces the refund if it was paid, otherwise that nothing is owed', async () => {
  const nothingOwed = 'Te ei pea midagi maksma.';
  const refund = 'Tagastame makstud raha 14 päeva jooksul';
  const paid = await textOf('cancelled', { hasPayment: true });
  expect(paid).toContain(refund);
  expect(paid).not.toContain(nothingOwed);
  const unpaid = await textOf('cancelled', { hasPayment: false });
  const timesSaid = unpaid.split(nothingOwed).length - 1;
  expect(timesSaid).toBe(1);
  expect(unpaid).not.toContain(refund);
});

test('the mail about an expired order links to the tires and says that a late payment is handled', async () => {
  const text = await textOf('expired');
  expect(text).toContain('Vali rehvid uuesti https://rehvipood.example/');
  expect(text).toContain('Kui makse on juba teel');
  expect(await textOf('expired', { order: payAtBranchOrder })).not.toContain('Kui makse on juba teel');
});

test('the mail about a refund says whether it is all that was paid, also if the total has changed or was paid twice', async () => {
  const textOfRefund = (amount: number, paid: number) =>
    textOf('refunded', {
      refund: { amount },
      order: sampleOrder({ payment: { ...sampleOrder().payment, paid, refunded: amount } }),
    });
  const part = 'osa rahast, mille tellimuse eest maksite';
  const all = 'kogu raha, mille tellimuse eest maksite';
  expect(await textOfRefund(148.5, 628.1)).toContain(`${part}: 148,50 €`);
  expect(await textOfRefund(628.1, 1256.2)).toContain(`${part}: 628,10 €`); // paid twice
  expect(await textOfRefund(628.1, 628.1)).toContain(`${all}: 628,10 €`);
  expect(await textOfRefund(100, 100)).toContain(`${all}: 100,00 €`); // paid before the total changed
});

describe('the mail about a withdrawal', () => {
  test('contains its content and its time in Tallinn, to the minute', async () => {
    const text = await textOf('withdrawal');
    expect(text).toContain('28. november 2026, kell 00:05');
    expect(text).toContain('1 × Michelin X-Ice Snow 225/45 R17 94H XL');
    // 14 days after that day in Tallinn.
    expect(text.match(/laupäev, 12\. detsember/g)).toHaveLength(2);
  });

  test('names the whole order if the declaration lists no tires', async () => {
    const withdrawal = { receivedAt: new Date('2026-11-27T10:00:00Z'), name: 'Õie', items: [], note: '' };
    expect(await textOf('withdrawal', { withdrawal })).toContain('Kõik tellimuse rehvid');
    await expect(textOf('withdrawal', { withdrawal: undefined })).rejects.toThrow('without its declaration');
  });
});

test('repeats a withdrawal’s note to the branch and to a buyer who has paid, because an unpaid order may be in a stranger’s name', async () => {
  const withdrawal = { receivedAt: new Date(), name: 'Õie', items: [], note: 'Kaks suverehvi.' };
  const paid = sampleOrder({ payment: { ...sampleOrder().payment, paid: 628.1 } });
  for (const text of [
    await textOf('withdrawal', { withdrawal, order: paid }),
    await textOf('branch-withdrawal', { withdrawal }),
  ]) {
    expect(text).toContain('Kaks suverehvi.');
    expect(text).not.toContain('Kõik tellimuse rehvid');
  }
  const unpaid = await textOf('withdrawal', { withdrawal });
  expect(unpaid).toContain('Avalduses kirjeldatud osa tellimusest');
  expect(unpaid).not.toMatch(/suverehvi|Kõik tellimuse/);
});

test('the mail to a branch says which tires to take from where and whether to collect payment', async () => {
  const text = await textOf('branch-order', { ...payAtBranch, hasPayment: false });
  expect(text).toContain('Ringtee (siin): 2 tk');
  expect(text).toContain('Annelinn: 2 tk, palutud saata (siin: teisipäev, 24. november)');
  expect(text).toContain('tarnija baltyre: 1 tk, tellitud (siin: neljapäev, 26. november)');
  expect(text).toContain('Maksta filiaalis: 628,10 €');
  expect(text).toContain(mailOf('branch-order').links.branch);
  expect(await textOf('branch-order', { hasPayment: true })).toContain('Makstud: 628,10 €');
  expect(await textOf('branch-order', { hasPayment: false })).toContain('Ootab makset: 628,10 €');
});

test('the mail to a branch that must send tires names the tires, the receiving branch and the day, but nothing of the buyer', async () => {
  const { text, html, subject } = await writeMail(mailOf('branch-transfer'));
  expect(subject).toBe('Saata filiaali Ringtee: tellimus R26-4F7K2');
  expect(text).toContain('2 × Nokian Hakkapeliitta R5');
  expect(text.replace(/\s+/g, ' ')).toContain('Saabumise tähtpäev: neljapäev, 26. november.');
  for (const content of [text, html]) expect(content).not.toMatch(/Šmidt|oie@example|5555 1234/);
});

test('the mail about an order that has ended says that the branch need not send its tires', async () => {
  const stockTransfer = { from: 'annelinn', isOver: true, tires: [] };
  const { text, subject } = await writeMail(mailOf('branch-transfer', 'ee', { stockTransfer }));
  expect(subject).toBe('Tellimus R26-4F7K2: rehve ei ole enam vaja saata');
  expect(text.replace(/\s+/g, ' ')).toContain('jätke need enda juurde müüki');
});

test('the reminder to collect tires names the last day of an unpaid order, and says that those of a paid one are kept', async () => {
  const ready = { readyOn: '2026-11-24', order: { ...payAtBranchOrder, status: 'ready' as const } };
  const unpaid = await textOf('not-collected', { ...ready, hasPayment: false });
  expect(unpaid).toContain('viimane päev: teisipäev, 1. detsember');
  expect(unpaid).toContain('Pärast seda päeva tellimus aegub');
  const paid = await textOf('not-collected', { ...ready, hasPayment: true });
  expect(paid).toContain('Saabumise päev: teisipäev, 24. november.');
  expect(paid).toContain('Tellimus on makstud. Hoiame rehvid Teile alles');
  expect(paid).not.toContain('1. detsember');
  expect(paid).not.toContain('paigalduse aeg');
  const partPaidOrder = { ...ready.order, payment: { ...ready.order.payment, missing: 80 } };
  const partPaid = await textOf('not-collected', { ...ready, order: partPaidOrder, hasPayment: true });
  expect(partPaid).toContain('Puudu on veel 80,00 €');
  expect(partPaid).toContain('Hoiame rehvid Teile alles');
  expect(partPaid).not.toContain('Tellimus on makstud');
  const order = { ...ready.order, fulfilment: 'fitting' as const };
  expect(await textOf('not-collected', { ...ready, order })).toContain('Kui paigalduse aeg ei ole veel kokku lepitud');
  expect(await textOf('branch-not-collected', ready)).toContain('Palun helistage kliendile.');
});
