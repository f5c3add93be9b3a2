import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import { lockOrder } from '../../order/change-order.server.ts';
import { note } from '../../plain-text.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `erased`: the contact data of the buyer were erased, so nothing personal may be added. `invalid`: PostgreSQL cannot store the note. */
export type NoteResult =
  | { ok: true; id: number }
  | { ok: false; reason: 'unknown-order' | 'required' | 'maxLength' | 'invalid' | 'erased' };

/** Adds a note of 1 to 1,000 characters to an order. It is erased with the contact data of the buyer. */
export async function addOrderNote(
  shop: Pick<ShopContext, 'db' | 'now'>,
  number: string,
  text: string,
  actor: string,
): Promise<NoteResult> {
  const parsed = note.safeParse(text);
  if (!parsed.success) {
    const isTooLong = parsed.error.issues[0]?.message === 'maxLength';
    return { ok: false, reason: isTooLong ? 'maxLength' : 'invalid' };
  }
  if (parsed.data === '') return { ok: false, reason: 'required' };
  return commitIfOkWithRetry(shop.db, async (trx): Promise<NoteResult> => {
    const orderRow = await trx.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
    if (!orderRow) return { ok: false, reason: 'unknown-order' };
    const order = await lockOrder(trx, orderRow.id);
    if (order.contact_erased_at) return { ok: false, reason: 'erased' };
    const { id } = await trx
      .insertInto('order_notes')
      .values({ order_id: order.id, at: shop.now(), actor, text: parsed.data })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ok: true, id };
  });
}
