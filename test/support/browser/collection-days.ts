import type { Page } from 'playwright-core';
import type { CollectionDaysWithTexts } from '../../../src/messages/collection-texts.server.ts';

/** The days that the document of the page contains. */
export async function embeddedDays(page: Page): Promise<CollectionDaysWithTexts> {
  const queries = JSON.parse((await page.locator('#answers').textContent()) ?? '') as [string[], unknown][];
  return queries.find(([key]) => key.includes('collection-days'))?.[1] as CollectionDaysWithTexts;
}
