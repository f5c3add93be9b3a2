import type { Locale } from '../shop/locale.ts';
import type { NextStep, OrderView } from '../shop/order/order-view.ts';
import type { LetterMatter } from '../shop/order/read-letter.server.ts';
import type { ShopConfig } from '../shop/shop-facts.ts';

/** To the buyer, in the order's language; to the branch, in Estonian. */
export type LetterKind = LetterMatter['kind'];

export function isForBranch(kind: LetterKind): boolean {
  return kind.startsWith('branch-');
}

/** What a letter is about. Amounts in euros. */
export type Letter = {
  /** The UUID of its row: the same letter has the same Message-ID, however often it is sent. */
  id: string;
  kind: LetterKind;
  order: OrderView;
  next: NextStep;
  /** With terms and limits: the terms of sale quote them. */
  facts: ShopConfig;
  /** The buyer's page of the order, with its token; where to withdraw; where the branch marks the order. */
  links: { order: string; withdrawal: string; branch?: string };
  /** The shop has the order's money. */
  paid?: boolean;
  refund?: LetterMatter['refund'];
  /** A declaration of withdrawal; neither items nor a note: the whole order. */
  withdrawal?: LetterMatter['withdrawal'];
};

/** A letter that only has to be sent. */
export type WrittenLetter = {
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  /** With its angle brackets. */
  messageId: string;
  /** What a file of it is called, without ending: the same for the same letter. */
  name: string;
  attachments: { filename: string; content: Buffer; contentType: string }[];
  language: Locale;
};
