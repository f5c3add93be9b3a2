import { expect, test, vi } from 'vitest';
import { mailOf, sampleOrder, withAppointment } from '../../../test/support/orders/mails.ts';
import { pdfPages } from '../../../test/support/pdf-text.ts';
import { type Locale, localeIds } from '../../shop/locale.ts';
import { messagesIn } from '../messages.ts';
import { confirmationPdf } from './confirmation.ts';

async function pagesOf(locale: Locale, changes = {}): Promise<string[]> {
  const mail = mailOf('placed', locale, { order: sampleOrder({ locale, ...changes }) });
  return pdfPages((await confirmationPdf(mail, messagesIn(locale))).content).map((page) =>
    page.replaceAll('\u00A0', ' '),
  );
}

test.each([
  [
    'ee',
    'Tellimuse kinnitus ja ettemaksuteatis',
    'Registrikood 00000000',
    '628,10 €',
    'Müügitingimused',
    'Taganemisavalduse vorm',
  ],
  [
    'en',
    'Order confirmation and payment request',
    'Registry code 00000000',
    '€628.10',
    'Terms of sale',
    'withdrawal form',
  ],
  [
    'ru',
    'Подтверждение заказа и запрос на оплату',
    'Регистрационный код 00000000',
    '628,10 €',
    'Условия продажи',
    'Форма заявления',
  ],
] as const)(
  'contains in %s the order, the terms and the withdrawal form',
  async (locale, title, code, total, terms, form) => {
    const [first = '', ...laterPages] = await pagesOf(locale);
    for (const fact of [
      title,
      'R26-4F7K2',
      code,
      'EE000000000',
      total,
      '506', // The first digits of the total without VAT.
      'Nokian Hakkapeliitta R5',
      'EE38 2200',
    ]) {
      expect(first).toContain(fact);
    }
    const laterText = laterPages.join('\n');
    expect(laterText).toContain(terms);
    expect(laterText.toLowerCase()).toContain(form.toLowerCase());
    expect(laterText).toContain('Rehvipood OÜ, Ringtee 75, 50501 Tartu, info@rehvipood.example');
    expect(laterText).not.toMatch(tagOrPlaceholderOrMessageKey);
  },
);

const tagOrPlaceholderOrMessageKey = /<\w|\{\w|sections\./;

test('asks for no payment where the order is paid at the branch', async () => {
  const mail = mailOf('placed', 'ee', { next: { type: 'none' } });
  const [page = ''] = await pdfPages((await confirmationPdf(mail, messagesIn('ee'))).content);
  expect(page).toContain('Tellimuse kinnitus');
  expect(page).not.toContain('ettemaksuteatis');
});

test.each(localeIds)('has a glyph for every character in %s', async (locale) => {
  const name = 'Õie Šmidt-Žukova äöüž ÄÖÜŽ Щукарёв Ъ';
  const pages = await pagesOf(locale, { customer: { ...sampleOrder().customer, name } });
  expect(pages[0]).toContain(name);
  expect(pages.join('')).not.toContain('□');
});

test('prints a question mark for a character that the font lacks', async () => {
  const pages = await pagesOf('ee', { plate: '王 😀' });
  expect(pages[0]).toContain('? ?');
  expect(pages.join('')).not.toContain('□');
});

test('omits the note, because the order’s e-mail address may be a stranger’s', async () => {
  const pages = await pagesOf('ee', { note: 'Claim your prize at https://evil.example', plate: '123 ABC' });
  expect(pages[0]).toContain('123 ABC');
  expect(pages.join('')).not.toMatch(/prize|evil/);
});

test('numbers the pages and continues a long order on the next one', async () => {
  const [item] = sampleOrder().items;
  const items = Array.from({ length: 40 }, (_, index) => ({ ...item, id: `${index}`, title: `Rehv ${index + 1}` }));
  const pages = await pagesOf('ee', { items });
  pages.forEach((page, index) => {
    expect(page).toContain(`Leht ${index + 1}/${pages.length}`);
  });
  const text = pages.join('\n');
  for (const { title } of items) expect(text).toContain(`${title}\n`);
});

test('writes the same bytes for the same order', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => confirmationPdf(mailOf('placed'), messagesIn('ee'))));
  expect(first?.content.equals(second?.content ?? Buffer.alloc(0))).toBe(true);
  expect(first?.filename).toBe('tellimus-R26-4F7K2.pdf');
});

test('writes the same document whatever was written before it', async () => {
  const lastDocument = async (...languages: Locale[]) => {
    vi.resetModules();
    const { confirmationPdf } = await import('./confirmation.ts');
    let last: Buffer = Buffer.alloc(0);
    for (const locale of languages)
      last = (await confirmationPdf(mailOf('placed', locale), messagesIn(locale))).content;
    return last;
  };
  expect((await lastDocument('ee', 'ru', 'en')).equals(await lastDocument('en'))).toBe(true);
});

test.each([
  ['ee', 'Paigalduse aeg', '27. november 2026, kell 09:00', 'umbes 45 minutit', '78,00 €, maksate filiaalis'],
  ['en', 'Fitting time', '27 November 2026 at 09:00', 'about 45 minutes', '€78.00, paid at the branch'],
  ['ru', 'Время установки', '27 ноября 2026 г. в 09:00', 'около 45 минут', '78,00 €, оплата в филиале'],
] as const)('contains in %s the appointment', async (locale, ...facts) => {
  const { order } = withAppointment({}, { locale });
  const [first = ''] = await pagesOf(locale, order);
  for (const fact of facts) expect(first).toContain(fact);
});
