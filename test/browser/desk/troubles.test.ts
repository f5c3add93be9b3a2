import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deskInBrowser } from '../../support/desk/browser.ts';

const { desk, signIn } = deskInBrowser();

test('in Estonian and Russian the owner reads which jobs failed and why lists were not imported', async () => {
  await sql`insert into supplier_feeds (supplier, tried_at, result, words)
    values ('latakko', now(), 'refused', 'half of it is gone'),
      ('rehvid', now(), 'refused', '{"reason":"cut-short","format":"XML"}') on conflict do nothing`.execute(
    desk.shop.db,
  );
  await sql`select pgboss.create_queue('fetch-supplier-latakko', '{"policy":"standard"}')`.execute(desk.shop.db);
  for (const name of ['send-letter', 'fetch-supplier-latakko'])
    await sql`insert into pgboss.job (name, state) values (${name}, 'failed')`.execute(desk.shop.db);
  const page = await signIn('owner', { at: '/shop' });
  for (const [language, list, refusal, mail, feed] of [
    [
      'ee',
      'Tarnija hinnakiri jäi importimata latakko',
      'fail (XML) on poolik',
      'e-kirja saatmine',
      'tarnija latakko hinnakiri',
    ],
    [
      'ru',
      'Прайс-лист поставщика не импортирован latakko',
      'файл (XML) обрывается на середине',
      'отправка письма',
      'прайс-лист поставщика latakko',
    ],
  ] as const) {
    await page.evaluate((value) => localStorage.setItem('desk-language', value), language);
    await page.reload();
    await page.getByText(list).waitFor();
    await page.getByText(refusal).waitFor();
    await page.getByText(feed).first().waitFor();
    await page.getByText(mail).first().waitFor();
    expect(await page.getByText('send-letter').count()).toBe(0);
    expect(await page.getByText('half of it is gone').getAttribute('lang')).toBe('en');
  }
});
