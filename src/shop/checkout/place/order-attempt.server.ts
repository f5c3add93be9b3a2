import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { isLockTimeout, type Trx } from '../../../database/transaction.server.ts';
import type { OrderLimits } from '../../config/shop-config.ts';
import { openStatuses } from '../../order/order.ts';
import { orderToken, sha256 } from '../../order/order-codes.server.ts';
import { moneyStates } from '../../payment/payment-states.ts';

/** `fresh`: the key is claimed for a new order. `placed`: the key and the same form have placed an order. `in-progress`: another request still uses the key. */
export type KeyClaim =
  | { state: 'fresh' | 'placed'; orderId: number; token: string }
  | { state: 'key-reused' | 'in-progress' };

/** Claims the key, then locks mailbox and client against concurrent orders; waits at most 3 s each. `buyer` null: an employee, without limits. */
export async function claimKey(
  trx: Trx,
  key: string,
  request: object,
  buyer: Buyer | null,
  now: Date,
): Promise<KeyClaim> {
  const keyHash = sha256(key);
  const requestHash = sha256(canonicalJson(request));
  const salt = randomBytes(16);
  try {
    // The insert reads from `timeout`, so that the lock timeout is set before it waits.
    const claimed = await trx
      .with('timeout', (db) => db.selectNoFrom(sql`set_config('lock_timeout', '3s', true)`.as('lock_timeout')))
      .with('claimed', (db) =>
        db
          .insertInto('idempotency_keys')
          .columns(['key_hash', 'request_hash', 'salt', 'order_id', 'created_at'])
          .expression((db) =>
            db
              .selectFrom('timeout')
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
      .select(['order_id', ...(buyer ? buyerLocks(buyer) : [])])
      .executeTakeFirst();
    if (claimed) return { state: 'fresh', orderId: claimed.order_id, token: orderToken(salt, key) };
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

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const advisoryLockClasses = { mailbox: 1, client: 2 };

function buyerLocks({ mailbox, client }: Buyer) {
  return [
    sql`pg_advisory_xact_lock(${advisoryLockClasses.mailbox}, hashtext(${mailbox}))`.as('mailbox_locked'),
    sql`pg_advisory_xact_lock(${advisoryLockClasses.client}, hashtext(${client}))`.as('client_locked'),
  ];
}

export async function lockBuyer(trx: Trx, buyer: Buyer): Promise<void> {
  await trx.selectNoFrom(buyerLocks(buyer)).execute();
}

/** Open unpaid orders always count towards the limits; closed unpaid ones count for this long after they were placed. */
export const limitPeriodMs = 24 * 60 * 60 * 1000;

/** `client`: an IPv4 address or IPv6 network; null: neither limited nor locked. */
export type Buyer = { mailbox: string; client: string | null };

/** Returns whose limit one more order would exceed: that of the mailbox (`email`) or of the client (`address`). Needs the locks of `claimKey`. Cancelled orders also count for a day: each sends mail. */
export async function findExceededLimit(
  trx: Trx,
  { mailbox, client }: Buyer,
  limits: OrderLimits,
  now: Date,
): Promise<'email' | 'address' | null> {
  const sameMailbox = sql<boolean>`mailbox = ${mailbox}`;
  const sameClient = sql<boolean>`client_address = ${client}`;
  const isOpen = sql<boolean>`status in (${sql.join(openStatuses)})`;
  const isRecent = sql<boolean>`placed_at > ${new Date(now.getTime() - limitPeriodMs)}`;
  const unpaid = await trx
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(sql<boolean>`${sameMailbox} and ${isOpen}`).as('openOfMailbox'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameMailbox} and ${isRecent}`).as('recentOfMailbox'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameClient} and ${isOpen}`).as('openOfClient'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameClient} and ${isRecent}`).as('recentOfClient'),
    ])
    .where(sql<boolean>`(${sameMailbox} or ${sameClient})`)
    .where(sql<boolean>`(${isOpen} or ${isRecent})`)
    // `not exists` would be slower: PostgreSQL may join it with all payments.
    .where(
      ({ selectFrom }) =>
        selectFrom('payments')
          .select(({ fn }) => fn.countAll().as('paymentsWithMoney'))
          .whereRef('order_id', '=', 'orders.id')
          .where('state', 'in', moneyStates),
      '=',
      0,
    )
    .executeTakeFirstOrThrow();
  if (unpaid.openOfMailbox >= limits.openOrdersPerEmail) return 'email';
  if (unpaid.recentOfMailbox >= limits.unpaidOrdersPerEmailPerDay) return 'email';
  if (unpaid.openOfClient >= limits.openOrdersPerClient) return 'address';
  return unpaid.recentOfClient >= limits.unpaidOrdersPerClientPerDay ? 'address' : null;
}

const gmail = new Set(['gmail.com', 'googlemail.com']);

/** Returns one text for all spellings of a mailbox, to count its orders. Gmail ignores dots (support.google.com/mail/answer/7436150). */
export function mailboxOf(email: string): string {
  const address = email.normalize('NFKC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  const domainAsTyped = address.slice(at + 1).replace(/\.+$/, '');
  const domain = domainToASCII(domainAsTyped) || domainAsTyped;
  const untagged = name.split('+', 1)[0] || name;
  return gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
