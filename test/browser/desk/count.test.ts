import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser } from '../../support/desk/browser.ts';

const { desk, errors, signIn } = deskInBrowser();

const onHand = async () => (await desk.shop.stock()).find(({ place }) => place === 'ringtee')?.on_hand;

async function type(page: Page, count: string): Promise<void> {
  await page.getByLabel('Counted').and(page.locator('input')).fill(count);
  await page.getByLabel('Reason for a difference').fill('some are gone');
}

const save = (page: Page, label = 'Save and next') => page.getByRole('button', { name: label }).click();

test('a count that is sent after a lost connection does not overwrite what was handed over meanwhile', async () => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('worker', { at: '/count?tire=tire' });
  await page.getByText('Expected 8').waitFor();
  await page.context().setOffline(true);
  await type(page, '6');
  await save(page);
  await (await desk.sessionOf('worker')).act('hand-over', { number });
  await page.context().setOffline(false);
  await page.getByText('The stock here has changed since you counted.', { exact: false }).waitFor();
  await page.getByText('Difference +2').waitFor();
  expect(await onHand()).toBe(4);
  await type(page, '2');
  await save(page);
  await eventually(onHand).toBe(2);
  errors.splice(0, errors.length, ...errors.filter((text) => !/Failed to load resource|ERR_/.test(text)));
});

test('each count below what is promised to orders is confirmed by itself', async () => {
  await desk.shop.paidOrder();
  const page = await signIn('worker', { at: '/count?tire=tire' });
  const refusal = page.getByText('More are promised to orders.', { exact: false });
  await type(page, '3');
  await save(page);
  await refusal.waitFor();
  await type(page, '1');
  await save(page);
  await page.getByRole('button', { name: 'Save anyway' }).waitFor();
  expect(await onHand()).toBe(8);
  await save(page, 'Save anyway');
  await eventually(onHand).toBe(1);
  errors.splice(0, errors.length, ...errors.filter((text) => !/Failed to load resource/.test(text)));
});
