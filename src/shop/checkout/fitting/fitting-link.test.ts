import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sampleOrder } from '../../../../test/support/orders/mails.ts';
import { mailToken } from '../../order/order-codes.server.ts';
import type { Appointment } from '../../order/order-view.ts';
import { type FittingLink, fittingLink, isFittingLink } from './fitting-link.server.ts';

const secret = randomBytes(32);
const placedAt = new Date('2026-11-20T10:00:00Z');
const start = new Date('2026-11-27T07:00:00Z');
const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * 24 * 60 * 60 * 1000);

const appointment = (state: Appointment['state']): Appointment => ({
  at: start.toISOString(),
  minutes: 30,
  price: 66,
  vehicle: 'car',
  storage: false,
  earlier: false,
  state,
  freedBecause: state === 'freed' ? 'late' : null,
  changeableUntil: '2026-11-27T05:00:00.000Z',
});

const order = (fitting: Appointment | null) => ({
  ...sampleOrder(),
  number: 'R26-4F7K2',
  placedAt: placedAt.toISOString(),
  fitting,
});

const searchOf = (url: string) => new URL(url).searchParams;
const linkOf = (url: string) => Object.fromEntries(searchOf(url)) as FittingLink;
const linkOptions = { secret, publicUrl: 'https://shop.test' };
const link = linkOf(fittingLink(linkOptions, order(appointment('booked'))));
const secondBefore = (date: Date) => new Date(date.getTime() - 1000);

test('a link opens its order until the appointment begins', () => {
  expect(isFittingLink(secret, link, secondBefore(start))).toBe(true);
  expect(isFittingLink(secret, link, start)).toBe(false);
});

test.each([
  ['cancelled', 'its start', appointment('freed'), start],
  ['missed', 'its start', appointment('missed'), start],
  ['not made yet', 'the order', null, placedAt],
])('if the appointment was %s, the link is valid for 60 days after %s', (_case, _after, fitting, validFrom) => {
  const link = linkOf(fittingLink(linkOptions, order(fitting)));
  const end = daysAfter(validFrom, 60);
  expect(isFittingLink(secret, link, secondBefore(end))).toBe(true);
  expect(isFittingLink(secret, link, end)).toBe(false);
});

test('a link contains the start time to preselect', () => {
  const url = fittingLink(linkOptions, order(appointment('booked')), new Date('2026-11-26T12:30:00Z'));
  expect(searchOf(url).get('at')).toBe('2026-11-26T12:30:00.000Z');
});

test('refuses a link with another order, a changed expiry, another key, a token of another purpose or an incomplete signature', () => {
  for (const wrong of [
    { ...link, order: 'R26-4F7K3' },
    { ...link, until: `${Number(link.until) + 1}` },
    { ...link, until: 'NaN' },
    { ...link, sign: link.sign.slice(0, -2) },
    { ...link, sign: `${link.sign}AA` },
    { ...link, sign: '' },
    { ...link, sign: mailToken(secret, link.order) },
  ]) {
    expect(isFittingLink(secret, wrong, secondBefore(start))).toBe(false);
  }
  expect(isFittingLink(randomBytes(32), link, secondBefore(start))).toBe(false);
});
