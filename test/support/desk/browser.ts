import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { sessionCookie } from '../../../src/desk/cookies.ts';
import type { Locale } from '../../../src/shop/locale.ts';
import type { Role } from '../../../src/shop/staff/acts.ts';
import { invitePerson } from '../../../src/shop/staff/people.server.ts';
import { eventually } from '../browser/browser.ts';
import { openChromium } from '../browser/chromium.ts';
import { fillLocalStorage } from '../browser/local-storage.ts';
import { deskOfOrders } from './desk.ts';
import type { softwarePasskey } from './passkey.ts';

const authenticator = JSON.parse(
  readFileSync(new URL('../../../src/setup/virtual-authenticator.json', import.meta.url), 'utf8'),
);

export const tablet = { viewport: { width: 1024, height: 768 } } satisfies BrowserContextOptions;

type Credential = ReturnType<typeof softwarePasskey>['credential'];

type DeskVisit = BrowserContextOptions & { language?: Locale };

/** The desk in this process, and a browser with a virtual authenticator that answers every request for a passkey. */
export function deskInBrowser(options: Parameters<typeof deskOfOrders>[0] = {}) {
  const desk = deskOfOrders(options);
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

  /** A page with an authenticator, and the function that adds a passkey to that. */
  const visit = async ({ language = 'en', ...options }: DeskVisit = {}) => {
    const origin = desk.address;
    const context = await browser.newContext({
      ...tablet,
      baseURL: origin,
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(30_000);
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    context.on('weberror', (error) => errors.push(String(error.error().stack)));
    const page = await context.newPage();
    await fillLocalStorage(page, origin, { 'desk-language': language });
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
    const addPasskey = (credential: Credential) =>
      session.send('WebAuthn.addCredential', { authenticatorId, credential });
    return { page, addPasskey };
  };

  return {
    desk,
    errors,
    /** Enrols a new person by an invitation on the screen; returns their page, which shows the first screen. */
    async enrolOnScreen(role: Role, options: DeskVisit = {}) {
      const { page } = await visit(options);
      const invitation = { name: role, login: role, role };
      const invited = await invitePerson(desk.shop.db, invitation, { at: desk.clock.now, actor: 'operator' });
      if (!invited.ok) throw new Error(invited.reason);
      await page.goto(`/invite#${invited.token}`);
      await page.locator('[data-primary]').click();
      await page.locator('nav:visible').first().waitFor();
      return page;
    },
    /** Signs in a new person, whose passkey the authenticator has; returns their page, which shows the screen `at`. */
    async signIn(role: Role, { at = '/', ...options }: DeskVisit & { at?: string } = {}) {
      const { page, addPasskey } = await visit(options);
      const { passkey, session } = await desk.enrol(role);
      await addPasskey(passkey.credential);
      // The DevTools protocol refuses a `Secure` cookie for an http URL, also of localhost.
      const url = desk.address.replace('http:', 'https:');
      const attributes = { secure: true, httpOnly: true, sameSite: 'Strict' } as const;
      await page.context().addCookies([{ name: sessionCookie, value: session, url, ...attributes }]);
      await page.goto(at);
      await page.locator('nav:visible').first().waitFor();
      return page;
    },
  };
}

export type Way = 'pointer' | 'keyboard';

type Control = 'button' | 'link' | 'radio' | 'checkbox';

/** A person at a page. Counts taps or, with `way` `keyboard`, the keys that press a control, but not typing, scanning or moving the focus. */
export function hands(page: Page, way: Way = 'pointer') {
  let count = 0;

  async function pressByKeyboard(target: Locator): Promise<void> {
    if (await target.evaluate((element) => element.matches('main [data-primary]')))
      return page.keyboard.press('Control+Enter');
    await focusByKeyboard(page, target);
    const isChoice = await target.evaluate((element) => element.matches('input, [role=radio], [role=checkbox]'));
    return page.keyboard.press(isChoice ? 'Space' : 'Enter');
  }

  return {
    get taps() {
      return count;
    },
    /** Presses the first control with a name, as soon as it can be pressed. */
    async tap(name: string | RegExp, role: Control = 'button', within: Page | Locator = page) {
      count += 1;
      const target = within.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
      await eventually(() => target.isEnabled()).toBe(true);
      if (way === 'keyboard') await pressByKeyboard(target);
      // The input of a choice is hidden behind its label.
      else if (role === 'radio' || role === 'checkbox') await target.locator('xpath=ancestor::label').click();
      else await target.click();
    },
    /** Opens a select and chooses an option. */
    async choose(label: string, option: string) {
      count += 2;
      await page.getByLabel(label, { exact: true }).selectOption(option);
    },
    async key(key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    /** Types on the keyboard, as a scanner does, too. */
    async type(text: string) {
      await page.keyboard.type(text);
    },
    /** Types into a field. */
    async fill(label: string | RegExp, text: string) {
      const field = page.getByLabel(label, { exact: true }).and(page.locator('input, textarea')).first();
      await field.waitFor();
      if (way === 'pointer') return field.fill(text);
      await focusByKeyboard(page, field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
  };
}

/** Moves the focus by Tab, and inside a group of choices or buttons by the arrow, until it is on the target. */
async function focusByKeyboard(page: Page, target: Locator): Promise<void> {
  // Found once, because finding a control by its name costs more than pressing a key.
  let element = await target.elementHandle();
  for (let presses = 0; presses < 200; presses += 1) {
    const key = await element?.evaluate((element) => {
      if (!element.isConnected) return undefined;
      if (element === document.activeElement) return null;
      const group = element.closest('[role=radiogroup], [role=toolbar]');
      return group?.contains(document.activeElement) ? 'ArrowRight' : 'Tab';
    });
    if (key === null) return;
    // The page has rendered the control anew.
    if (key === undefined) element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${target}`);
}
