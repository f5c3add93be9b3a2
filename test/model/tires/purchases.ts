import { sendDuePurchases } from '../../../src/jobs/sending/send-purchases.ts';
import type { Day } from '../../../src/shop/calendar.ts';
import { cancelTires } from '../../../src/shop/checkout/purchases/cancel-tires.server.ts';
import { confirmAndHandleDelays } from '../../../src/shop/checkout/purchases/confirm-tires.server.ts';
import { receivePurchase } from '../../../src/shop/checkout/purchases/receive-purchase.server.ts';
import { refuseTires } from '../../../src/shop/checkout/purchases/refuse-tires.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { backorderPurchase, markAsSent, requestSending } from '../../../src/shop/purchasing/answer-purchase.server.ts';
import type { Sending, SendResult } from '../../../src/shop/purchasing/send-purchase.server.ts';
import { tallinnDate } from '../../../src/shop/tallinn-date.ts';
import { type Do, pickOf } from '../acts.ts';
import type { World } from '../world.ts';
import type { Branch } from './reality.ts';
import { supplier } from './supply.ts';

/** Outcomes of a mail: the server takes it, refuses it, or does not answer; without an answer, the supplier gets it or not. */
export const mailServer = [
  'taken',
  'taken',
  'taken',
  'refused',
  'taken without an answer',
  'lost without an answer',
] as const;

const answers: Record<(typeof mailServer)[number], SendResult> = {
  taken: { result: 'sent' },
  refused: { result: 'unsent', reason: '450' },
  'taken without an answer': { result: 'unclear', reason: 'timeout' },
  'lost without an answer': { result: 'unclear', reason: 'timeout' },
};

/** Runs the scheduled sending. Throws when a purchase reaches its supplier twice. */
export async function sendPurchases(
  { supply: { supplierOrders } }: World,
  shop: ShopContext,
  server: (typeof mailServer)[number],
): Promise<void> {
  const deliver = async ({ number, reference, tires }: Sending) => {
    if (server.startsWith('taken')) {
      if (supplierOrders.has(number)) throw new Error(`${reference} reached the supplier, which already had ${number}`);
      supplierOrders.set(number, new Map(tires.map(({ supplierSku, count }) => [supplierSku, count])));
    }
    return answers[server];
  };
  await sendDuePurchases({ shop, alert: () => {} }, [], deliver);
}

const dayMs = 86_400_000;
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

type Purchase = { id: number; number: string; branch: Branch; state: string };

export async function purchasesIn({ db }: Pick<World, 'db'>, ...states: Purchase['state'][]): Promise<Purchase[]> {
  const rows = await db.selectFrom('purchases').select(['id', 'number', 'branch', 'state']).orderBy('id').execute();
  return rows.filter(({ state }) => states.includes(state)) as Purchase[];
}

/** `unanswered`: pieces that the supplier has neither put aside nor refused; `aside`: put aside, not delivered. */
export type OpenLine = { number: string; branch: Branch; tireId: string; unanswered: number; aside: number };

/** Open lines of purchases that the supplier has received. It refuses only what employees enter as refused. */
export async function openLines(world: World, ...states: string[]): Promise<OpenLine[]> {
  const { db, supply } = world;
  const { reality, supplierOrders } = supply;
  const rows = await db
    .selectFrom('purchase_lines as line')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select(['number', 'branch', 'tire_id as tireId', 'refused', 'cancelled'])
    .where('state', 'in', states.length > 0 ? (states as 'sent'[]) : ['sent'])
    .orderBy('line.id')
    .execute();
  return rows.flatMap(({ number, branch, tireId, refused, cancelled }) => {
    const unanswered =
      (supplierOrders.get(number)?.get(tireId) ?? 0) - refused - cancelled - reality.givenTo(tireId, number);
    const aside = reality.countAt(tireId, `purchase:${number}`);
    return unanswered + aside > 0 ? [{ number, branch: branch as Branch, tireId, unanswered, aside }] : [];
  });
}

/**
 * Runs an employee's entry about a purchase, which must succeed. Returns whether it stored an event of this type, also if
 * the process was killed after that.
 */
async function enter(
  world: World,
  { number }: OpenLine,
  type: string,
  act: () => Promise<{ ok: boolean }>,
): Promise<boolean> {
  const events = async () => {
    const rows = world.db.selectFrom('purchase_events').innerJoin('purchases', 'purchases.id', 'purchase_id');
    return (await rows.select('type').where('number', '=', number).where('type', '=', type).execute()).length;
  };
  const before = await events();
  const result = await Promise.race([act(), world.killed]);
  if (result && !result.ok) throw new Error(`${type} of ${number} was refused: ${JSON.stringify(result)}`);
  return (await events()) > before;
}

/** The supplier puts pieces aside, and an employee enters that it confirmed them, perhaps for a day. */
export async function confirm(world: World, shop: ShopContext, line: OpenLine, count: number, expected?: Day) {
  const { number, tireId } = line;
  world.supply.reality.giveTo(number, supplier, { tireId, count });
  const { open } = await world.db
    .selectFrom('purchase_lines as line')
    .innerJoin('purchases', 'purchases.id', 'purchase_id')
    .select('open')
    .where('number', '=', number)
    .where('tire_id', '=', tireId)
    .executeTakeFirstOrThrow();
  // A replacement of a damaged piece was confirmed before.
  if (open === 0) return;
  const pieces = [{ tire: tireId, count: Math.min(count, open) }];
  const change = { at: shop.now(), actor: 'operator' };
  await enter(world, line, 'confirmed', () => confirmAndHandleDelays(shop, number, { pieces, expected }, change));
}

/** The supplier says that pieces which it has not put aside will never come. */
export async function refuse(world: World, shop: ShopContext, line: OpenLine, count: number) {
  const { number, tireId: tire } = line;
  const change = { at: shop.now(), actor: 'operator' };
  if (await enter(world, line, 'refused', () => refuseTires(shop, number, { tire, count }, change)))
    world.supply.listed.set(`${tire} ${supplier}`, { at: null, by: 'refusal' });
}

type Delivery = { good: number; damaged?: number; wrong?: number; isLastDelivery?: boolean };

/**
 * Pieces that were put aside come to the branch; some of them damaged. In place of others, wrong tires come. `isLastDelivery`: the
 * supplier sends no more of them, and sells what it had put aside to others.
 */
export async function deliver(world: World, shop: ShopContext, line: OpenLine, pieces: Delivery): Promise<void> {
  const { reality, listed } = world.supply;
  const { number, branch, tireId, aside } = line;
  const { good, damaged = 0, wrong = 0, isLastDelivery = false } = pieces;
  const counted = (count: number) => (count > 0 ? [{ tire: tireId, count }] : []);
  const delivery = { good: counted(good), damaged: counted(damaged), wrong: counted(wrong), note: '', isLastDelivery };
  const receive = () => receivePurchase(shop, number, delivery, `branch:${branch}`);
  if (!(await enter(world, line, 'received', receive))) return;
  reality.move({ tireId, count: good }, `purchase:${number}`, branch);
  reality.spoil(number, { tireId, count: damaged }, `apart:${branch}`);
  reality.move({ tireId, count: wrong }, 'elsewhere', `apart:${branch}`);
  if (!isLastDelivery) return;
  reality.spoil(number, { tireId, count: aside - good - damaged }, 'elsewhere');
  if (line.unanswered + aside > good) listed.set(`${tireId} ${supplier}`, { at: null, by: 'refusal' });
}

/** An act on a purchase that the supplier has. */
const toLine =
  (act: (world: World, line: OpenLine, variant: number, context: ShopContext) => Promise<unknown>): Do =>
  async (world, { pick, variant }, context) => {
    const line = pickOf(await openLines(world), pick);
    if (!line) return;
    world.entering = act(world, line, variant, context);
    await world.entering;
  };

export const purchases = {
  /** Runs the job, mostly after an employee wanted all drafts to be sent before their cut-off. */
  async sendPurchases(world, { variant }, context) {
    const change = { at: world.now(), actor: 'operator' };
    for (const { number } of variant % 4 ? await purchasesIn(world, 'draft') : [])
      await requestSending(world.db, number, { again: false, ...change });
    await sendPurchases(world, context, mailServer[variant % mailServer.length] ?? 'taken');
  },
  /** An employee asks the supplier whether it has a purchase. */
  async resolveUnclear(world, { pick }, { db, now }) {
    const unclear = pickOf(await purchasesIn(world, 'unclear'), pick);
    if (!unclear) return;
    const change = { at: now(), actor: 'operator' };
    if (!world.supply.supplierOrders.has(unclear.number))
      await requestSending(db, unclear.number, { again: true, ...change });
    else await markAsSent(db, unclear.number, { ...change, answerDueAt: now });
  },
  confirmTires: toLine(async (world, line, variant, context) => {
    const possible = Math.min(line.unanswered, world.supply.reality.countAt(line.tireId, supplier));
    const count = variant % 3 ? possible : variant % (possible + 1);
    const expected = variant % 4 === 0 ? addDays(tallinnDate(world.now()), variant % 20) : undefined;
    if (count > 0) await confirm(world, context, line, count, expected);
  }),
  /** A supplier refuses tires that it does not have, and rarely tires that it has. */
  refuseTires: toLine(async (world, line, variant, context) => {
    const missing = line.unanswered - world.supply.reality.countAt(line.tireId, supplier);
    const count = variant % 5 ? missing : Math.min(line.unanswered, 1);
    if (count > 0) await refuse(world, context, line, count);
  }),
  /** The supplier back-orders, without a day, pieces that it has not answered for. */
  backorderTires: toLine(async (world, { number, tireId }, variant, { db }) => {
    const expected = variant % 2 ? addDays(tallinnDate(world.now()), variant % 20) : undefined;
    const change = { at: world.now(), actor: 'operator' };
    const pieces = [{ tire: tireId, count: 1 }];
    await Promise.race([backorderPurchase(db, number, { pieces, expected }, change), world.killed]);
  }),
  /** A piece that no order waits for is not delivered: the supplier sells it to others again. */
  cancelTires: toLine(async (world, { number, tireId, unanswered }, _how, { db, now }) => {
    const tires = { tireId, count: 1 };
    const change = { at: now(), actor: 'operator' };
    const cancelled = await Promise.race([cancelTires(db, number, { tire: tireId, count: 1 }, change), world.killed]);
    if (cancelled?.ok && unanswered === 0) world.supply.reality.spoil(number, tires, supplier);
  }),
  deliverTires: toLine(async (world, line, variant, context) => {
    const { reality } = world.supply;
    const unconfirmed = variant % 4 ? 0 : Math.min(line.unanswered, reality.countAt(line.tireId, supplier));
    reality.giveTo(line.number, supplier, { tireId: line.tireId, count: unconfirmed });
    const aside = line.aside + unconfirmed;
    const damaged = variant % 7 === 0 ? Math.min(aside, 1) : 0;
    const wrong = variant % 9 === 0 && aside > damaged ? 1 : 0;
    const good = variant % 5 ? aside - damaged - wrong : Math.min(1, aside - damaged - wrong);
    if (good + damaged + wrong > 0)
      await deliver(world, context, line, { good, damaged, wrong, isLastDelivery: variant % 6 === 0 });
  }),
} satisfies Record<string, Do>;
