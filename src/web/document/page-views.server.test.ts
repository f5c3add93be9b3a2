import { describe, expect, test } from 'vitest';
import type { PageViews } from '../../shop/desk/figures/visits.server.ts';
import { openPageViewCounter, writePageViews } from './page-views.server.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

function openCounter(now = () => new Date('2026-11-20T10:00:00Z')) {
  const counter = openPageViewCounter({ origin: 'https://shop.example', now });
  const load = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    counter.count({ method, url, headers: { host: 'shop.example', 'user-agent': firefox, ...headers } });
  return { counter, load };
}

const rowsOf = (counted: readonly PageViews[]) =>
  counted.map(({ day, page, referrer, views }) => `${day} ${page} "${referrer}" ${views}`).sort();

describe('a page view', () => {
  test('is counted for its page of the sitemap, whatever the language and query', () => {
    const { counter, load } = openCounter();
    for (const url of ['/', '/ru', '/en?lang=en', '/cart', '/success?order=R26-00001', '/nothing', '/api/v1/products'])
      load(url);
    expect(rowsOf(counter.take())).toEqual([
      '2026-11-20 cart "" 1',
      '2026-11-20 index "" 3',
      '2026-11-20 success "" 1',
    ]);
    expect(counter.take()).toEqual([]);
  });

  test('belongs to its day in Tallinn', () => {
    let at = new Date('2026-11-20T21:59:59Z');
    const { counter, load } = openCounter(() => at);
    load('/');
    at = new Date('2026-11-20T22:00:00Z');
    load('/');
    expect(rowsOf(counter.take())).toEqual(['2026-11-20 index "" 1', '2026-11-21 index "" 1']);
  });

  test.each([
    ['https://www.google.com/search?q=mari+maasikas', 'www.google.com'],
    ['https://Auto.EXAMPLE:8443/a', 'auto.example'],
    ['https://shop.example/cart', ''],
    ['http://192.168.1.7/intranet', 'other'],
    ['http://[2001:db8::1]/', 'other'],
    ['http://localhost:3000/', 'other'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, 'other'],
    ['no address', 'other'],
    ['', ''],
  ])('with the Referer header "%s" has the referrer "%s"', (referer, referrer) => {
    const { counter, load } = openCounter();
    load('/', { referer });
    expect(rowsOf(counter.take())).toEqual([`2026-11-20 index "${referrer}" 1`]);
  });

  test.each([
    ['Googlebot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['curl', { 'user-agent': 'curl/8.0' }],
    ['a request without a user agent', { 'user-agent': '' }],
    ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
    ['a request by a script', { 'sec-fetch-dest': 'empty' }],
  ])('is not counted for %s', (_sender, headers) => {
    const { counter, load } = openCounter();
    load('/', headers);
    expect(counter.take()).toEqual([]);
  });

  test('is not counted for a HEAD request', () => {
    const { counter, load } = openCounter();
    load('/', {}, 'HEAD');
    expect(counter.take()).toEqual([]);
  });

  test('has the referrer "other" once its day has 200 different referrers', () => {
    const { counter, load } = openCounter();
    for (let site = 0; site < 250; site += 1) load('/', { referer: `https://site${site}.example/` });
    load('/', { referer: 'https://site7.example/' });
    const counted = counter.take();
    expect(counted).toHaveLength(201);
    expect(counted.find(({ referrer }) => referrer === 'other')?.views).toBe(50);
    expect(counted.find(({ referrer }) => referrer === 'site7.example')?.views).toBe(2);
  });
});

describe('unwritten page views', () => {
  test('are kept after failures, of which only the first is reported, and written later', async () => {
    const { counter, load } = openCounter();
    const written: PageViews[] = [];
    const reported: unknown[] = [];
    let isDatabaseDown = true;
    const write = async (counted: readonly PageViews[]) => {
      if (isDatabaseDown) throw new Error('no database');
      written.push(...counted);
    };
    load('/');
    const failToWrite = () => writePageViews(counter, write, () => {}).stop();
    for (let times = 0; times < 3; times += 1) await failToWrite();
    const writer = writePageViews(counter, write, (error) => reported.push(error));
    load('/');
    await writer.stop();
    await writer.stop();
    expect(reported).toHaveLength(1);
    isDatabaseDown = false;
    await writer.stop();
    expect(rowsOf(written)).toEqual(['2026-11-20 index "" 2']);
  });

  test('are kept only for the latest seven days', () => {
    const { counter } = openCounter();
    const days = Array.from({ length: 9 }, (_, index) => `2026-11-${10 + index}`);
    for (const day of days) counter.giveBack([{ day, page: 'index', referrer: '', views: 1 }]);
    expect(counter.take().map(({ day }) => day)).toEqual(days.slice(2));
  });
});
