import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { type Locale, localeIds } from '../../shop/locale.ts';
import type { PurchaseContent } from './purchase-content.ts';
import { writePurchaseMail } from './purchase-mail.tsx';

const purchase = (language: Locale, changes: Partial<PurchaseContent> = {}): PurchaseContent => ({
  number: 'P26-00017',
  reference: 'P26-00017',
  previousReference: null,
  at: new Date('2026-11-20T13:30:00Z'),
  branch: shopConfig.branches[0],
  tires: [
    {
      supplierSku: '=ART;1',
      ean: '6419440382319',
      title: 'Nokian Hakkapeliitta R5',
      size: '205/55 R16 94R XL',
      count: 4,
    },
    { supplierSku: 'ART-2', ean: null, title: 'Michelin X-Ice Snow', size: '225/45 R17 94H XL', count: 1 },
  ],
  contact: { name: 'Rehvihulgi OÜ', email: 'tellimused@hulgi.example', language },
  shopConfig,
  ...changes,
});
const writeMail = (language: Locale, changes?: Partial<PurchaseContent>) =>
  writePurchaseMail(purchase(language, changes), 'owner@rehvipood.example');

test.each(localeIds)(
  '%s: a repeat names the mail that it repeats, and the same content gives the same mail',
  async (locale) => {
    const repeat = { reference: 'P26-00017-2', previousReference: 'P26-00017' };
    const [first, again] = [await writeMail(locale), await writeMail(locale, repeat)];
    expect(first.text).toContain('6419440382319');
    expect(first.subject).toContain(`P26-00017: ${4 + 1}`);
    expect(again.messageId).toBe('<P26-00017-2@rehvipood.example>');
    // The reference of the first mail, not of this one.
    expect(again.text).toMatch(/P26-00017[^-]/);
    expect(await writeMail(locale)).toEqual(first);
  },
);

test('no cell of the CSV runs as a formula, and a semicolon stays in its cell', async () => {
  const [csv] = (await writeMail('ee')).attachments;
  expect(csv?.content.toString('utf8')).toContain(`P26-00017;"'=ART;1";6419440382319;Nokian`);
});

test('if a supplier has no address, the mail asks the owner to order the tires from that supplier', async () => {
  const mail = await writeMail('en', { contact: { name: 'Rehvihulgi OÜ', email: null, language: 'en' } });
  expect(mail.to).toBe('owner@rehvipood.example');
  expect(mail.text).toContain('Order these tyres there yourself');
});
