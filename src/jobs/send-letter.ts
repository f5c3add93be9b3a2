import { secret } from '../database/secrets.server.ts';
import type { Mailer } from '../mail/sending/mailer.ts';
import { writeLetter } from '../mail/write-letter.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import type { Locale } from '../shop/locale.ts';
import { letterToken } from '../shop/order/order-token.server.ts';
import { markSent, readLetter } from '../shop/order/read-letter.server.ts';
import type { ShopConfig } from '../shop/shop-facts.ts';

export type Post = {
  till: Till;
  facts: ShopConfig;
  mailer: Mailer;
  /** Pages that letters lead to, by what a page has to be told. */
  pages: {
    order(number: string, token: string, locale: Locale): string;
    withdrawal(number: string, token: string, locale: Locale): string;
    branch(number: string): Promise<string>;
  };
};

/**
 * Sends the letter of a row, as its order stands now; one that was sent before is not sent again. Throws when the mail
 * server does not take it, and is then tried again with the same Message-ID.
 */
export async function sendLetter({ till, facts, mailer, pages }: Post, letterId: string): Promise<void> {
  const matter = await readLetter(till.db, till.facts, letterId);
  if (!matter || matter.sentAt) return;
  const { number, locale, payment } = matter.order;
  const token = letterToken(await secret(till.db, 'order-links'), number);
  const letter = await writeLetter({
    ...matter,
    facts,
    links: {
      order: pages.order(number, token, locale),
      withdrawal: pages.withdrawal(number, token, locale),
      branch: await pages.branch(number),
    },
    paid: payment.paid > payment.refunded,
  });
  await mailer.send(letter);
  await markSent(till.db, letterId, till.now());
}
