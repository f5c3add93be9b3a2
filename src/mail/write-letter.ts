import { defaultLocale } from '../shop/locale.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import { branchOf } from './branch.ts';
import { renderLetter } from './html/render-letter.tsx';
import { isForBranch, type Letter, type WrittenLetter } from './letter.ts';
import { oneLine } from './one-line.ts';
import { type Words, wordsIn } from './words.ts';

/** Writes a letter: to the buyer in the order's language, to the branch in Estonian. The same letter is written alike. */
export async function writeLetter(letter: Letter): Promise<WrittenLetter> {
  const { id, kind, order, facts, refund, withdrawal } = letter;
  const toBranch = isForBranch(kind);
  const words = wordsIn(toBranch ? defaultLocale : order.locale);
  const amount = words.money(refund?.amount ?? order.total);
  const name = (kind === 'branch-withdrawal' && withdrawal?.name) || order.customer.name;
  const subject = oneLine(words.letter(`subject.${kind}`, { number: order.number, amount, name }));
  return {
    to: toBranch ? (branchOf(order.branch, facts)?.email ?? facts.email) : order.customer.email,
    replyTo: facts.email,
    subject,
    ...(await renderLetter(letter, words, subject)),
    messageId: `<${order.number}-${kind}-${id}@${facts.email.split('@').at(-1)}>`,
    name: `${tallinnDate(new Date(order.placedAt))}-${order.number}-${kind}-${id}`,
    attachments: kind === 'placed' ? [await confirmationOf(letter, words)] : [],
    language: words.locale,
  };
}

/** The PDF. What makes it is loaded with the first order, not with the shop: it is big. */
async function confirmationOf(letter: Letter, words: Words) {
  const { confirmation } = await import('./confirmation/confirmation.ts');
  return confirmation(letter, words);
}
