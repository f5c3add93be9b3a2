import { randomUUID } from 'node:crypto';
import type { Trx } from '../../database/transaction.server.ts';
import type { Later } from '../later.server.ts';
import type { LetterKind } from '../order/letter-rows.server.ts';
import { isPrepaid } from '../payment/providers.ts';

/** A letter that goes out with a new order; its row is written with the order. */
export type PreparedLetter = { id: string; kind: LetterKind };

/** Asks for the letters of a new order: to the buyer, and to the branch unless the money has to come first. */
export async function prepareLetters(trx: Trx, later: Later, method: string): Promise<PreparedLetter[]> {
  const kinds: LetterKind[] = isPrepaid(method) ? ['placed'] : ['placed', 'branch-order'];
  const letters = kinds.map((kind) => ({ id: randomUUID(), kind }));
  await later(trx, ...letters.map(({ id }) => ({ name: 'send-letter' as const, letterId: id })));
  return letters;
}
