import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type en from '../../../src/messages/en.json';
import { localeIds } from '../../../src/shop/locale.ts';
import { retention } from '../../../src/shop/retention.ts';
import { href } from '../../../src/web/sitemap.ts';
import { textsIn } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const { jobDays: _, ...statedPeriods } = retention;

test.each(localeIds)('the privacy page in %s states the retention periods of the code', async (locale) => {
  // The source text: an import returns the compiled message.
  const file = new URL(`../../../src/messages/${locale}.json`, import.meta.url);
  const { title, body } = (JSON.parse(await readFile(file, 'utf8')) as typeof en).faqPolicy.sections.retention;
  expect(body.replace(/\{\w+, plural,.*?\}\}/g, '')).not.toMatch(/\d/);
  const sections = textsIn((await shop.get(href('faq-policy', locale))).text, 'section');
  const page = sections.find((section) => section.startsWith(title)) ?? '';
  const numbers = [...page.matchAll(/\d+/g)].map(([number]) => Number(number));
  const { claimYears } = retention;
  // The claim period twice: for orders and for declarations.
  expect(numbers.toSorted()).toEqual([...Object.values(statedPeriods), claimYears].toSorted());
  const unit = { ee: ['aastat', 'päeva'], en: ['years', 'days'], ru: ['лет|года', 'дней'] }[locale];
  for (const [name, number] of Object.entries(statedPeriods)) {
    expect(body).toContain(`{${name}, plural`);
    expect(page).toMatch(new RegExp(`${number}\\s(${name.endsWith('Years') ? unit[0] : unit[1]})`));
  }
});
