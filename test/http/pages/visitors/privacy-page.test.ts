import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type en from '../../../../src/messages/en.json';
import { localeIds } from '../../../../src/shop/locale.ts';
import { retention } from '../../../../src/shop/privacy/retention.ts';
import { href } from '../../../../src/web/sitemap.ts';
import { textsIn } from '../../../support/html.ts';
import { wholeShop } from '../../../support/shop.ts';

const shop = wholeShop();
/** The page is for buyers: it mentions neither finished jobs, nor the log of employees, nor messages to suppliers. */
const { jobDays: _, deskLogYears: __, exchangeDays: ___, ...statedPeriods } = retention;

test.each(localeIds)('the privacy page in %s states the retention periods that the code applies', async (locale) => {
  // Reads the JSON file: an import would return compiled messages.
  const file = new URL(`../../../../src/messages/${locale}.json`, import.meta.url);
  const { title, body } = (JSON.parse(await readFile(file, 'utf8')) as typeof en).faqPolicy.sections.retention;
  // Every number in the text is an argument of the message.
  expect(body.replace(/\{\w+, plural,.*?\}\}/g, '')).not.toMatch(/\d/);
  const sections = textsIn((await shop.get(href('faq-policy', locale))).text, 'section');
  const retentionText = sections.find((section) => section.startsWith(title)) ?? '';
  const numbers = [...retentionText.matchAll(/\d+/g)].map(([number]) => Number(number));
  // The text states the claim period for orders and for withdrawals.
  expect(numbers.toSorted()).toEqual([...Object.values(statedPeriods), retention.claimYears].toSorted());
  const [years, days] = { ee: ['aastat', 'päeva'], en: ['years', 'days'], ru: ['лет|года', 'дней|дня'] }[locale];
  for (const [name, number] of Object.entries(statedPeriods)) {
    expect(body).toContain(`{${name}, plural`);
    expect(retentionText).toMatch(new RegExp(`${number}\\s(${name.endsWith('Years') ? years : days})`));
  }
});
