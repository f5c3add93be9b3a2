import { expect, test } from 'vitest';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { takeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { brokenRules } from '../../support/en16931/rules.ts';
import { paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

const company = { name: 'Õunapuu & Pojad OÜ', regCode: '10421629', vatNumber: 'EE100421628' };

async function ublOf({ number, token }: { number: string; token: string }, document: string) {
  const url = `/v1/orders/${number}/documents/${document}?format=ubl`;
  return shop.app.inject({ url, headers: { 'order-token': token } });
}

test.each(localeIds)(
  'the invoice and the credit note of a company are e-invoices by EN 16931, in %s',
  async (locale) => {
    const order = await shop.order('pay_at_branch', 4, { locale, company });
    await markPaid(shop.context, order.id, 'branch', { tender: 'cash', amountCents: 10_000 });
    await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
    await completeOrder(shop.context, order.id, 'branch');
    await takeBack(shop.context, order.id, 'branch', {
      tires: new Map([['tire', 1]]),
      condition: 'new',
      place: 'ringtee',
    });
    const { documents } = (await shop.view(order)).order;
    const files = new Map<string, string>();
    for (const { kind, number } of documents) {
      const answer = await ublOf(order, number);
      expect(answer.statusCode, kind).toBe(kind === 'receipt' ? 404 : 200);
      if (kind === 'receipt') continue;
      expect(answer.headers).toMatchObject({ 'content-type': 'application/xml', 'cache-control': 'no-store' });
      expect(answer.headers['content-disposition']).toContain(`${number}.xml`);
      expect(brokenRules(answer.payload)).toEqual([]);
      expect(answer.payload).toContain('<cbc:CompanyID schemeID="0191">10421629<');
      expect(answer.payload).toContain('Õunapuu &amp; Pojad OÜ');
      files.set(number, answer.payload);
    }
    const [prepayment, invoice] = ['261000001', '261000002'].map((number) => files.get(number));
    expect(prepayment).toContain(order.number);
    expect(invoice).toMatch(/<cbc:Name>[^<]*261000001</);
    expect(invoice).toMatch(/<cbc:PayableAmount currencyID="EUR">0.00</);
    expect(files.get('262000001')).toContain('<cbc:ID>261000002<');
  },
);
