import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import type { MailContext } from '../jobs/sending/send-mail.ts';
import type { Mail } from '../mail/mail.ts';
import { ownerAlerts } from './open-mail-context.ts';

test.each([
  ['a list was refused', 'price-list', { listRefusal: { reason: 'cut-short', format: 'XML' } }, 'fail (XML) on poolik'],
  ['a job fails', 'failing-jobs', { job: 'send-letter' }, 'e-kirja saatmine'],
] as const)('mails the owner in Estonian that %s', async (_, kind, part, text) => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const shop = { shopConfig, now: () => new Date('2026-11-20T10:00:00Z') };
  const alert = ownerAlerts({ mailer, shop } as unknown as MailContext, 'owner@shop.example');
  await alert({ kind, subject: 'latakko', count: 1, details: ['in English'], parts: [[part]] });
  expect(mails).toMatchObject([{ to: 'owner@shop.example', language: 'ee', text: expect.stringContaining(text) }]);
});
