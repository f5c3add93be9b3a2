import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailKinds, mailOf, sampleOrder } from '../../test/support/orders/mails.ts';
import { calendarContentType } from '../messages/calendar-file.server.ts';
import { localeIds, locales } from '../shop/locale.ts';
import { isForBranch, type MailKind } from './mail.ts';
import { writeMail } from './write-mail.tsx';

// use-intl reports a missing message or argument by console.error.
beforeEach(() => void vi.spyOn(console, 'error'));
afterEach(() => vi.restoreAllMocks());

const untranslatedKeys = /\b(mail|success|transfer|payment|branch|order|list|orderStatus)\.[a-z]+/i;

const attachedTo: Partial<Record<MailKind, string[]>> = {
  placed: ['application/pdf'],
  'fitting-moved': [calendarContentType],
  'fitting-freed': [calendarContentType],
};

describe.each(mailKinds)('the mail %s', (kind) => {
  test.each(localeIds)('for an order in %s has every message, as HTML and as text', async (locale) => {
    const { html, text, subject, language, to, replyTo, attachments } = await writeMail(mailOf(kind, locale));
    const expectedLocale = isForBranch(kind) ? 'ee' : locale;
    expect(console.error).not.toHaveBeenCalled();
    expect(language).toBe(expectedLocale);
    expect(html).toContain(`<html lang="${locales[expectedLocale].language}">`);
    expect(subject).toContain('R26-4F7K2');
    expect(text).toContain(subject);
    for (const content of [subject, text.replace(/https:\S+/g, '')]) expect(content).not.toMatch(untranslatedKeys);
    expect(text).not.toMatch(/<|undefined|null|NaN|\[object/);
    const branch = kind === 'branch-transfer' ? 'annelinn' : 'ringtee';
    expect(to).toBe(isForBranch(kind) ? `${branch}@rehvipood.example` : 'oie@example.com');
    expect(replyTo).toBe('info@rehvipood.example');
    expect(attachments.map(({ contentType }) => contentType)).toEqual(attachedTo[kind] ?? []);
  });

  test('is identical in every attempt to send', async () => {
    const [first, second] = await Promise.all([writeMail(mailOf(kind)), writeMail(mailOf(kind))]);
    expect(second).toEqual(first);
    expect(first.messageId).toBe(`<R26-4F7K2-${kind}-${mailOf(kind).id}@rehvipood.example>`);
    expect(first.name).toBe(`2026-11-21-R26-4F7K2-${kind}-${mailOf(kind).id}`);
  });

  // The mail about a transfer does not name the buyer.
  test.skipIf(kind === 'branch-transfer')('contains a name as text, never as markup or as a header', async () => {
    const name = 'Анна <b>Щ</b>\r\nBcc: all@example.com & Õ';
    const order = sampleOrder({ customer: { ...sampleOrder().customer, name } });
    const withdrawal = { ...mailOf(kind).withdrawal, receivedAt: new Date(), name, items: [], note: '' };
    const { html, subject } = await writeMail(mailOf(kind, 'ee', { order, withdrawal }));
    expect(html).toContain('Анна &lt;b&gt;Щ&lt;/b&gt;');
    expect(html).not.toContain('<b>Щ');
    expect(subject).not.toMatch(/[\r\n]/);
    if (isForBranch(kind)) expect(subject).toContain('Анна <b>Щ</b> Bcc: all@example.com & Õ');
  });
});

test('keeps numbers on one line, and breaks a long e-mail address', async () => {
  const { html, text } = await writeMail(mailOf('branch-order'));
  expect(html).toContain('Uus tellimus <span style="white-space:nowrap">R26-4F7K2</span>: Õie');
  expect(html).toMatch(/<a href="tel:\+37255551234"[^>]+white-space:nowrap">\+372 5555 1234</);
  expect(html).toMatch(/<a href="mailto:oie@example.com"[^>]+overflow-wrap:anywhere">oie@<wbr\/>example.com</);
  expect(text).toContain('Telefon: +372 5555 1234\nE-post: oie@example.com\n');
  const changed = await writeMail(mailOf('changed'));
  expect(changed.html).toContain('<span style="white-space:nowrap">205/55 R16</span> 94R XL: ');
});

test('a mail to a branch breaks a long word in the name of a company or in a note', async () => {
  const company = { name: 'Keskkonnainvesteeringutekeskus OÜ', regCode: '10000000', vatNumber: '', address: '' };
  const { html, text } = await writeMail(
    mailOf('branch-order', 'ee', { order: sampleOrder({ company, note: 'Ettevõtluskeskkonnapoliitika' }) }),
  );
  for (const words of ['Keskkonnainvesteeringutekeskus OÜ, 10000000', 'Ettevõtluskeskkonnapoliitika']) {
    expect(html).toContain(`<span style="overflow-wrap:anywhere">${words}</span>`);
    expect(text).toContain(`: ${words}\n`);
  }
});

describe.each(mailKinds.filter((kind) => !isForBranch(kind)))('the mail %s to a buyer', (kind) => {
  test('breaks the addresses in a name, so that they are no links, removes hidden characters, and leaves out the note', async () => {
    const name = 'Rehv24.ee \u202eOÜ, https://evil.example';
    const order = sampleOrder({ customer: { ...sampleOrder().customer, name }, note: 'Claim your prize' });
    const withdrawal = { receivedAt: new Date(), name, items: [], note: 'Claim your prize' };
    const { html, text } = await writeMail(mailOf(kind, 'en', { order, withdrawal }));
    for (const content of [html, text]) {
      expect(content).toContain('Rehv24.\u200Cee OÜ, https:\u200C//evil.\u200Cexample');
      expect(content).not.toMatch(/Rehv24\.ee|evil\.example|\u202e|Claim/);
    }
  });
});

test('a mail to a branch contains names as written', async () => {
  const order = sampleOrder({ customer: { ...sampleOrder().customer, name: 'Rehv24.ee OÜ' } });
  expect((await writeMail(mailOf('branch-order', 'ee', { order }))).text).toContain('Nimi: Rehv24.ee OÜ');
});

test('mails for a branch without an address go to the shop’s address', async () => {
  const mail = mailOf('branch-order');
  const shopConfig = {
    ...mail.shopConfig,
    branches: mail.shopConfig.branches.map((branch) => ({ ...branch, email: undefined })),
  };
  expect((await writeMail({ ...mail, shopConfig })).to).toBe('info@rehvipood.example');
});

test('writes the mails for an order of a branch that no longer exists', async () => {
  const withoutBranches = { ...mailOf('ready').shopConfig, branches: [] };
  const { to, text } = await writeMail(mailOf('branch-order', 'ee', { shopConfig: withoutBranches }));
  expect([to, text]).toEqual(['info@rehvipood.example', expect.stringContaining('ringtee')]);
  expect((await writeMail(mailOf('placed', 'ee', { shopConfig: withoutBranches }))).text).toContain(
    'filiaalist ringtee',
  );
});
