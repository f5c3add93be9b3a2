import { expect, test } from 'vitest';
import { deskInBrowser } from '../../support/desk/browser.ts';

const { desk, errors, enrolOnScreen, signIn } = deskInBrowser();

test('after signing out, Back shows no order; the passkey signs in again', async () => {
  const number = await desk.shop.order();
  const page = await enrolOnScreen('worker');
  await page.goto(`/o/${number}`);
  await page.getByRole('heading', { name: number }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await passkey.waitFor();
  await page.goBack();
  await passkey.waitFor();
  expect(await page.getByText(number).count()).toBe(0);
  expect(await page.getByText('Mari').count()).toBe(0);
  await passkey.click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  errorsOfNetwork();
});

test('without a connection, signing out says that the person is still signed in, and signs out when it is back', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker', { at: `/o/${number}` });
  await page.getByRole('heading', { name: number }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('No connection: you are still signed in.', { exact: false }).waitFor();
  expect(await page.getByText(number).count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  errorsOfNetwork();
});

test('a page that was closed before its person was signed out signs out when it is opened again', async () => {
  const page = await signIn('worker');
  await page.route('**/api/sign-out', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('No connection: you are still signed in.', { exact: false }).waitFor();
  await page.goto('about:blank');
  await page.unroute('**/api/sign-out');
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  errorsOfNetwork();
});

/** Chromium reports each failed request in the console. */
function errorsOfNetwork() {
  errors.splice(0, errors.length, ...errors.filter((text) => !/Failed to load resource|ERR_/.test(text)));
}
