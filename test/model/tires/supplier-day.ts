import { endOwedPieces } from '../../../src/shop/checkout/purchases/end-owed.server.ts';
import { requestSending } from '../../../src/shop/purchasing/answer-purchase.server.ts';
import type { Do } from '../acts.ts';
import { importList } from './lists.ts';
import { confirm, deliver, openLines, purchasesIn, refuse, sendPurchases } from './purchases.ts';
import { supplier } from './supply.ts';

/**
 * A day on which most steps succeed: purchases are sent, the supplier answers, a list of the next day counts what is left, tires come.
 * Random single acts rarely get that far.
 */
export const supplierDay: Do = async (world, { pick, variant }) => {
  // Uses the context that is never killed; the same acts run as single steps with one that is.
  const { context } = world;
  const { db, now, passMinutes, supply } = world;
  for (const { number } of await purchasesIn(world, 'draft'))
    await requestSending(db, number, { again: false, at: now(), actor: 'operator' });
  await sendPurchases(world, context, 'taken');
  for (const line of variant % 4 ? await openLines(world) : []) {
    const possible = Math.min(line.unanswered, supply.reality.countAt(line.tireId, supplier));
    if (possible > 0) await confirm(world, context, line, possible);
    if (line.unanswered > possible && variant % 3) await refuse(world, context, line, line.unanswered - possible);
  }
  passMinutes(60 * (12 + (variant % 24)));
  if (pick % 3) await importList(world, now().getTime() - (pick % 12) * 3_600_000, { counts: pick % 5 === 0 });
  await endOwedPieces(db, []);
  for (const line of pick % 2 ? await openLines(world) : [])
    if (line.aside > 0) await deliver(world, context, line, { good: line.aside });
};
