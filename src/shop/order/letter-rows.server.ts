import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import type { Later } from '../later.server.ts';

export type LetterKind = Tables['letters']['kind'];

/**
 * Asks for a letter about an order, to be sent once the transaction has committed. What is told once is asked for once:
 * the same kind `about` the same is one letter.
 */
export async function askForLetter(
  trx: Trx,
  later: Later,
  orderId: number,
  kind: LetterKind,
  at: Date,
  about = '',
): Promise<void> {
  const letter = await trx
    .insertInto('letters')
    .values({ order_id: orderId, kind, about, created_at: at })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'about']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (letter) await later(trx, { name: 'send-letter', letterId: letter.id });
}
