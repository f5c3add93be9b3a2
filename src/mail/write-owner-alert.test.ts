import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { alertKinds } from '../shop/checkout/desk/alerts.server.ts';
import { writeOwnerAlert } from './write-owner-alert.tsx';

const context = {
  shopConfig,
  now: new Date('2026-11-20T10:00:00Z'),
  jobName: (queue: string) => `töö ${queue}`,
  listRefusalText: ({ reason }: { reason: string }) => `põhjus ${reason}`,
};

test.each(alertKinds)('writes an alert about %s in Estonian, with the details and the command to run', async (kind) => {
  const alert = { kind, subject: 'latakko', count: 3, details: ['esimene rida', 'teine <rida>'] };
  const mail = await writeOwnerAlert(alert, 'owner@shop.example', context);
  expect(mail).toMatchObject({ to: 'owner@shop.example', language: 'ee', attachments: [] });
  const startsWithWordOrCount = new RegExp(`^Rehvipood: (\\p{L}|${alert.count} )`, 'u');
  expect(mail.subject).toMatch(startsWithWordOrCount);
  expect(mail.subject + mail.text).not.toMatch(/ownerAlert|\{|undefined/);
  const moreLine = `… ja veel ${alert.count - alert.details.length}`;
  for (const text of [...alert.details, moreLine, 'npm run shop -- ']) {
    expect(mail.text).toContain(text);
  }
  expect(mail.html).not.toContain('<rida>');
});

test('writes the parts of details in Estonian, without codes', async () => {
  const parts = [
    ['R26-11111', ': ', { review: 'payment-withdrawn' }, ', ', { change: 'handed_over' as const }],
    ['montonio m-1: ', { finding: 'paid-there-only' }],
    ['7: 4 × ', { branch: 'ringtee' }, ' → ', { branch: 'annelinn' }, ', ', { transfer: 'requested' }],
    [{ job: 'send-letter' }, ': ', 2],
    [{ order: 'R26-22222' }, ': ', { missing: 2 }, ', ', { bay: 3 }, ', ', { cents: 7990 }],
    [{ listRefusal: { reason: 'html-page' as const } }],
  ];
  const alert = { kind: 'reviews' as const, subject: '', count: 6, details: ['a', 'b', 'c', 'd', 'e', 'f'], parts };
  const { text } = await writeOwnerAlert(alert, 'owner@shop.example', context);
  for (const line of [
    'R26-11111: makse tagasi võetud, rehvid on üle antud',
    'montonio m-1: makselahenduses makstud, poes kirjas ei ole',
    '7: 4 × Ringtee → Annelinn, ootab saatmist',
    'töö send-letter: 2',
    'R26-22222: puudu 2, boks 3, 79,90',
    'põhjus html-page',
  ])
    expect(text).toContain(line);
});

test('a supplier’s name cannot add a header', async () => {
  const alert = { kind: 'price-list' as const, subject: 'x\r\nBcc: all@example.com', count: 1, details: [] };
  const { subject, messageId, name } = await writeOwnerAlert(alert, 'owner@shop.example', context);
  for (const text of [subject, messageId, name]) expect(text).not.toMatch(/[\r\n]/);
});
