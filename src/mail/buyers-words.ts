import { withoutHidden } from '../shop/plain-text.ts';
import { isForBranch, type Letter } from './letter.ts';

/**
 * The letter with what its buyer wrote made safe to show: without hidden characters, which orders of before their refusal
 * may have; and to buyers with names of which no mail program makes a link, since the mailbox may be a stranger's.
 */
export function withSafeWords(letter: Letter): Letter {
  const { kind, order, withdrawal } = letter;
  const name = (text: string) => (isForBranch(kind) ? withoutHidden(text) : unlinked(withoutHidden(text)));
  return {
    ...letter,
    order: {
      ...order,
      customer: { ...order.customer, name: name(order.customer.name) },
      company: order.company && { ...order.company, name: name(order.company.name) },
      note: withoutHidden(order.note),
    },
    ...(withdrawal && {
      withdrawal: { ...withdrawal, name: name(withdrawal.name), note: withoutHidden(withdrawal.note) },
    }),
  };
}

/** A zero-width non-joiner in each address, which every mail program shows as nothing: `Rehv24.ee OÜ` is no link then. */
function unlinked(name: string): string {
  return name.replace(/:(?=\/\/)|(?<=[\p{L}\d])[.@](?=[\p{L}\d])/gu, '$&\u200C');
}
