import { type AliasedRawBuilder, sql } from 'kysely';
import { isLockTimeout, type Trx } from '../../database/transaction.server.ts';
import { digest, newSalt, orderToken } from '../order/order-token.server.ts';
import { canonicalJson } from './canonical-json.ts';
import type { OrderForm } from './order-form.ts';

/**
 * What became of a key. `fresh`: ours, for the order to be placed; `placed`: an order stands under it, placed with the
 * same form; otherwise the reason for refusing.
 */
export type Claim =
  | { state: 'fresh' | 'placed'; orderId: number; token: string }
  | { state: 'key-reused' | 'in-progress' };

/**
 * Takes the key for this transaction. While another holds it, waits until that one commits or rolls back: at most for
 * three seconds, which is from here on the limit of every wait for a lock in the transaction. `turn`: what else is
 * waited for once the key is ours.
 */
export async function claimKey(
  trx: Trx,
  key: string,
  form: OrderForm,
  turn: readonly AliasedRawBuilder<unknown, string>[],
  now: Date,
): Promise<Claim> {
  const keyHash = digest(key);
  const requestHash = digest(canonicalJson(form));
  const salt = newSalt();
  try {
    const fresh = await trx
      .with('patience', (db) => db.selectNoFrom(sql`set_config('lock_timeout', '3s', true)`.as('lock_timeout')))
      .with('claimed', (db) =>
        db
          .insertInto('idempotency_keys')
          .columns(['key_hash', 'request_hash', 'salt', 'order_id', 'created_at'])
          .expression((db) =>
            db
              .selectFrom('patience')
              .select([
                sql<Buffer>`${keyHash}::bytea`.as('key_hash'),
                sql<Buffer>`${requestHash}::bytea`.as('request_hash'),
                sql<Buffer>`${salt}::bytea`.as('salt'),
                sql<number>`nextval(pg_get_serial_sequence('orders', 'id'))`.as('order_id'),
                sql<Date>`${now}::timestamptz`.as('created_at'),
              ]),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning('order_id'),
      )
      .selectFrom('claimed')
      .select(['order_id', ...turn])
      .executeTakeFirst();
    if (fresh) return { state: 'fresh', orderId: fresh.order_id, token: orderToken(salt, key) };
  } catch (error) {
    if (isLockTimeout(error, 'idempotency_keys')) return { state: 'in-progress' };
    throw error;
  }
  const stored = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .executeTakeFirstOrThrow();
  if (!stored.request_hash.equals(requestHash)) return { state: 'key-reused' };
  return { state: 'placed', orderId: stored.order_id, token: orderToken(stored.salt, key) };
}
