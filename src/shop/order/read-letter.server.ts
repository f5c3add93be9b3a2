import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { toEuros } from '../money.ts';
import type { ShopFacts } from '../shop-facts.ts';
import type { LetterKind } from './letter-rows.server.ts';
import { type OrderAnswer, readOrder, staffAnswerOf } from './orders.server.ts';

/** What a letter is about, as it stands now. The refund in euros. */
export type LetterMatter = OrderAnswer & {
  id: string;
  kind: LetterKind;
  sentAt: Date | null;
  refund?: { amount: number };
  withdrawal?: {
    receivedAt: Date;
    name: string;
    items: { title: string; size: string; count: number }[];
    /** What is withdrawn from, in the buyer's words. */
    note: string;
  };
};

/** The matter of a letter's row; null when its order is gone. */
export async function readLetter(db: Kysely<Tables>, facts: ShopFacts, id: string): Promise<LetterMatter | null> {
  const letter = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst();
  if (!letter) return null;
  const answer = staffAnswerOf(await readOrder(db, letter.order_id), facts);
  const matter = { ...answer, id, kind: letter.kind, sentAt: letter.sent_at };
  if (letter.kind === 'refunded') return { ...matter, refund: await refundOf(db, letter.about) };
  if (letter.kind === 'withdrawal' || letter.kind === 'branch-withdrawal') {
    return { ...matter, withdrawal: await withdrawalOf(db, letter.about, answer) };
  }
  return matter;
}

/** Notes that a letter has left the house. */
export async function markSent(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ sent_at: at }).where('id', '=', id).execute();
}

/** Notes that a letter is not needed any more; it is not waited for. */
export async function dropLetter(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ dropped_at: at }).where('id', '=', id).execute();
}

async function refundOf(db: Kysely<Tables>, id: string) {
  const refund = await db.selectFrom('refunds').select('amount_cents').where('id', '=', id).executeTakeFirstOrThrow();
  return { amount: toEuros(refund.amount_cents) };
}

async function withdrawalOf(db: Kysely<Tables>, id: string, { order }: OrderAnswer) {
  const { received_at, name, items, note } = await db
    .selectFrom('withdrawals')
    .select(['received_at', 'name', 'items', 'note'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bought = new Map(order.items.map((item) => [item.id, item]));
  const declared = (items ?? []).flatMap(({ id: tire, count }) => {
    const item = bought.get(tire);
    return item ? [{ title: item.title, size: item.size, count }] : [];
  });
  return { receivedAt: received_at, name, items: declared, note };
}
