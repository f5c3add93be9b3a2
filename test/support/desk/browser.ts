import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Locale } from '../../../src/shop/locale.ts';
import type { Role } from '../../../src/shop/staff/acts.ts';
import { invitePerson } from '../../../src/shop/staff/people.server.ts';
import { openChromium } from '../browser/chromium.ts';
import { deskOfOrders } from './desk.ts';

export const tablet = { viewport: { width: 1024, height: 768 } } satisfies BrowserContextOptions;

/** The desk in this process, and a browser with a virtual authenticator that answers every request for a passkey. */
export function deskInBrowser() {
  const desk = deskOfOrders();
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(errors.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  return {
    desk,
    errors,
    /** A person who has enrolled by an invitation, on the first screen. `taps` counts what the person does from now on. */
    async signIn(role: Role, { language = 'en', ...options }: BrowserContextOptions & { language?: Locale } = {}) {
      const origin = desk.address;
      const context = await browser.newContext({
        ...tablet,
        baseURL: origin,
        reducedMotion: 'reduce',
        storageState: {
          cookies: [],
          origins: [{ origin, localStorage: [{ name: 'desk-language', value: language }] }],
        },
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(30_000);
      context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      context.on('weberror', (error) => errors.push(String(error.error().stack)));
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('WebAuthn.enable');
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      const invited = await invitePerson(
        desk.shop.db,
        { name: role, login: role, role },
        { at: desk.clock.now, actor: 'operator' },
      );
      if (!invited.ok) throw new Error(invited.reason);
      await page.goto(`/invite#${invited.token}`);
      await page.locator('[data-primary]').click();
      await page.locator('nav').first().waitFor();
      return page;
    },
  };
}

/** A person at a page: counts presses of keys and taps, but neither typing nor scanning. */
export function hands(page: Page) {
  let count = 0;
  return {
    get taps() {
      return count;
    },
    async tap(name: string | RegExp, role: 'button' | 'link' | 'radio' | 'checkbox' = 'button') {
      count += 1;
      await page.getByRole(role, { name }).first().click();
    },
    async key(key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    /** Typing, also by a scanner, which ends with Enter. */
    async type(text: string) {
      await page.keyboard.type(text);
    },
    async fill(label: string, text: string) {
      await page.getByLabel(label, { exact: true }).fill(text);
    },
  };
}
