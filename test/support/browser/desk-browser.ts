import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import ee from '../../../src/desk/messages/ee.json';
import en from '../../../src/desk/messages/en.json';
import ru from '../../../src/desk/messages/ru.json';
import type { Locale } from '../../../src/shop/locale.ts';
import type { Role } from '../../../src/shop/staff/acts.ts';
import { invitationLink, invitePerson } from '../../../src/shop/staff/people.server.ts';
import { items } from '../orders/order-form.ts';
import { placeOrder } from '../orders/placed-order.ts';
import { type BrowserShop, browserShop, eventually, type Visit } from './browser.ts';

export const deskMessages = { ee, ru, en };

type Entering = Visit & { role?: Role; language?: Locale };

/** The built shop with a tire `tire` (eight at Ringtee), and browsers at its desk. */
export function browserDesk() {
  const shop: BrowserShop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 40, annelinn: 12 } }] });
  return {
    shop,
    /** A page at an invitation, with an authenticator that answers as a person does who touches it at once. */
    async invited({ role = 'worker', language = 'ee', ...visit }: Entering = {}): Promise<Page> {
      const person = { name: 'Kati', login: `kati-${randomUUID().slice(0, 8)}`, role };
      const invited = await invitePerson(shop.db.kysely, person, { at: new Date(), actor: 'operator' });
      if (!invited.ok) throw new Error(invited.reason);
      const storage = { 'desk-language': language, 'desk-branch': 'ringtee' };
      const page = await shop.visit({ language, address: shop.deskUrl, storage, ...visit });
      await addAuthenticator(page);
      await page.goto(invitationLink(shop.deskUrl, invited.token));
      return page;
    },
    /** A page at Today, signed in by a new passkey. */
    async entered(entering: Entering = {}): Promise<Page> {
      const page = await this.invited(entering);
      const t = deskMessages[entering.language ?? 'ee'];
      await page.getByRole('button', { name: t.invitation.enrol }).click();
      await page.getByRole('button', { name: t.shell.signOut }).waitFor();
      return page;
    },
    /** Places an order for four tires, 319.60 €, to be paid at the branch; returns its number. */
    async order(): Promise<string> {
      const tire = { id: 'tire', price: 79.9 };
      return (await placeOrder(shop.address, tire, { items: items(['tire', 4]) })).number;
    },
    async orderIs(number: string, status: string): Promise<void> {
      const order = shop.db.kysely.selectFrom('orders').select('status').where('number', '=', number);
      await eventually(async () => (await order.executeTakeFirst())?.status).toBe(status);
    },
  };
}

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
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
}

/** Counts taps, and keys that are not text. */
export function counting(page: Page) {
  let count = 0;
  return {
    async press(key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    async tap(target: Locator) {
      count += 1;
      await target.tap();
    },
    /** Returns the count since the last call. */
    taken() {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
