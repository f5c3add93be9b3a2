import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import type { PaymentReport, RedirectProvider } from '../../src/shop/payment/provider.ts';
import type { World } from './world.ts';

/** A bug in the shop that the model must find. */
export type PlantedBug = {
  context?(context: ShopContext): ShopContext;
  release?(context: ShopContext): ShopContext;
  neverPolls?: boolean;
  /** Returns the number that the bug adds to a count of a tire at a branch. */
  extraCount?(db: World['db'], tireId: string, branch: string): Promise<number>;
  afterCount?(world: World, tireId: string, branch: string): Promise<void>;
  /** PL/pgSQL that changes the new row of `stock` or of `fitting_bookings`. */
  beforeStockUpdate?: string;
  beforeBookingUpdate?: string;
  afterList?(world: World): Promise<void>;
  afterArrival?(world: World, arrived: { tireId: string; branch: string; count: number }): Promise<void>;
  afterHandOver?(world: World, handed: readonly { tireId: string; place: string; count: number }[]): Promise<void>;
  /** Prefixes of the names of invariants that did not exist yet when the shop had this bug; their violations are ignored. */
  ignored?: string[];
  /** Text that the violation must contain. */
  foundBy?: string;
  /** Seeds are tried from this one, to save time: earlier ones did not find the bug. */
  firstSeed?: number;
};

export const plantedBugs: Record<string, PlantedBug> = {
  'webhooks are ignored, and payments never polled': {
    neverPolls: true,
    context: (context) => ({
      ...context,
      enqueue: (trx, ...jobs) => context.enqueue(trx, ...jobs.filter(({ name }) => name !== 'sync-payment')),
    }),
  },
  'repeated webhooks are booked twice': {
    firstSeed: 14,
    // The ledger identifies a payment by its provider's id: a new id each time makes it a new payment.
    context: (context) => ({
      ...context,
      providers: context.providers.map((provider) =>
        withChangedReport(provider, (report) => ({ ...report, providerRef: randomUUID() })),
      ),
    }),
  },
  'a count adds the sold tires to those that stand there': {
    firstSeed: 10,
    foundBy: 'stand there',
    async extraCount(db, tireId, branch) {
      const stock = db.selectFrom('stock').select('sold').where('tire_id', '=', tireId).where('place', '=', branch);
      return (await stock.executeTakeFirst())?.sold ?? 0;
    },
  },
  'a count resets the number of sold tires': {
    firstSeed: 10,
    async afterCount({ db }, tireId, branch) {
      await db
        .updateTable('stock')
        .set({ sold: 0 })
        .where('tire_id', '=', tireId)
        .where('place', '=', branch)
        .execute();
    },
  },
  'a hand-over leaves the tires in the count': {
    foundBy: 'stand there',
    afterHandOver: (world, handed) => changeCounts(world, handed, 1),
  },
  'a hand-over is subtracted twice': {
    firstSeed: 8,
    foundBy: 'stand there',
    afterHandOver: (world, handed) => changeCounts(world, handed, -1),
  },
  'a transfer that arrives is added twice': {
    foundBy: 'stand there',
    afterArrival: (world, { branch, ...tires }) => changeCounts(world, [{ ...tires, place: branch }], 1),
  },
  // The shop once had this bug: a paid tire was in no count, so that counting all tires at the branch offered it again.
  'paying lowers the count, so that the next count brings sold tires back': {
    firstSeed: 10,
    ignored: ['the sold count of a stock row', 'counted:'],
    foundBy: 'are offered',
    beforeStockUpdate: `
      if new.sold > old.sold then
        new.on_hand := greatest(new.on_hand - (new.sold - old.sold), 0);
      elsif new.sold < old.sold and new.on_hand = old.on_hand and old.on_hand >= old.sold - new.sold then
        new.on_hand := new.on_hand + (old.sold - new.sold);
      elsif new.sold < old.sold then
        new.on_hand := old.on_hand;
      end if;
      new.sold := old.sold;`,
  },
  // The shop once had this bug: a supplier's list replaced the count from which a sale was subtracted.
  'a list of the supplier brings back tires that are owed': {
    firstSeed: 9,
    foundBy: 'by its last list',
    afterList: async ({ db }) => {
      await sql`update purchase_lines set owed = 0`.execute(db);
      await sql`update stock set owed = 0`.execute(db);
    },
    // Without a count of owed tires, as then, none can become negative.
    beforeStockUpdate: `new.owed := greatest(new.owed, 0);`,
  },
  'an appointment stays when its order ends': {
    foundBy: 'an appointment that is still to be done belongs to an open order',
    beforeBookingUpdate: `
      if new.freed_because in ('closed', 'expired') then
        new.state := old.state;
        new.freed_because := null;
      end if;`,
  },
  'a moved appointment is too long': {
    foundBy: 'an appointment is within the hours',
    beforeBookingUpdate: `
      if new.starts_at <> old.starts_at then
        new.ends_at := new.ends_at + interval '8 hours';
      end if;`,
  },
  'tires are released without fetching the payment': {
    firstSeed: 113,
    release: (context) => ({
      ...context,
      providers: context.providers.map((provider) =>
        withChangedReport(provider, (report) => ({ ...report, state: 'expired', refunds: [] })),
      ),
    }),
  },
};

function withChangedReport(
  provider: RedirectProvider,
  change: (report: PaymentReport) => PaymentReport,
): RedirectProvider {
  return {
    ...provider,
    async fetch(...args) {
      const outcome = await provider.fetch(...args);
      return outcome.ok ? { ok: true, value: change(outcome.value) } : outcome;
    },
  };
}

async function changeCounts(
  { db }: World,
  tires: readonly { tireId: string; place: string; count: number }[],
  sign: 1 | -1,
): Promise<void> {
  for (const { tireId, place, count } of tires)
    await sql`update stock set on_hand = greatest(on_hand + ${sign * count}, 0)
      where tire_id = ${tireId} and place = ${place} and place not like 'supplier:%'`.execute(db);
}

/** Installs the trigger of a bug, or removes that of an earlier run. */
export async function plantTrigger(db: World['db'], planted: PlantedBug): Promise<void> {
  const bodies = { stock: planted.beforeStockUpdate, fitting_bookings: planted.beforeBookingUpdate };
  for (const [table, change] of Object.entries(bodies)) {
    await sql`drop trigger if exists planted on ${sql.table(table)}`.execute(db);
    if (change === undefined) continue;
    const body = `begin ${change} return new; end`;
    await sql`create or replace function planted() returns trigger language plpgsql as ${sql.lit(body)}`.execute(db);
    await sql`create trigger planted before update on ${sql.table(table)} for each row execute function planted()`.execute(
      db,
    );
  }
}
