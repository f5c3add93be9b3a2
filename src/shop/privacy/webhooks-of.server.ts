import { type RawBuilder, sql } from 'kysely';

/** True for each row of `webhook_events` that tells of these orders: by the provider's reference, or by ours. */
export function webhooksOf(orders: readonly number[]): RawBuilder<boolean> {
  return sql`((provider, provider_ref) in (select provider, provider_ref from payments where order_id = any(${orders}))
    or merchant_ref in (select number from orders where id = any(${orders})
      union select id::text from payments where order_id = any(${orders})))`;
}
