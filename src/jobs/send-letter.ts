import { secret } from '../database/secrets.server.ts';
import { isForBranch } from '../mail/letter.ts';
import type { Mailer } from '../mail/sending/mailer.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import type { Locale } from '../shop/locale.ts';
import type { LetterKind } from '../shop/order/letter-rows.server.ts';
import type { OrderStatus } from '../shop/order/order.ts';
import { letterToken } from '../shop/order/order-token.server.ts';
import { dropLetter, type LetterMatter, markSent, readLetter } from '../shop/order/read-letter.server.ts';
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

/** In which states of its order a letter still says the truth; the others always do. */
const holdsIn: Partial<Record<LetterKind, readonly OrderStatus[]>> = {
  paid: ['confirmed', 'ready', 'completed'],
  'branch-order': ['awaiting_payment', 'confirmed', 'ready', 'completed'],
  ready: ['ready'],
  expired: ['expired'],
  cancelled: ['cancelled'],
  'branch-over': ['cancelled', 'expired'],
};

/**
 * A letter that had to wait may have been overtaken: tires that are ready no more, an order that its money opened again,
 * a buyer whose address is erased.
 */
function isOverBy({ kind, order }: LetterMatter): boolean {
  const nobody = order.customer.email === '' && !isForBranch(kind);
  return nobody || holdsIn[kind]?.includes(order.status) === false;
}

/**
 * Sends the letter of a row, as its order stands now; one that was sent before, or is true no more, is not sent. Throws when the mail
 * server does not take it, and is then tried again with the same Message-ID.
 */
export async function sendLetter({ till, facts, mailer, pages }: Post, letterId: string): Promise<void> {
  const matter = await readLetter(till.db, till.facts, letterId);
  if (!matter || matter.sentAt) return;
  if (isOverBy(matter)) return dropLetter(till.db, letterId, till.now());
  const { number, locale, payment } = matter.order;
  const token = letterToken(await secret(till.db, 'order-links'), number);
  // Loaded with the first letter, not with the shop: it is big.
  const { writeLetter } = await import('../mail/write-letter.ts');
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
