import { branchOf } from '../../mail/order-text.ts';
import type { SingleSender } from '../../mail/sending/mailer.ts';
import { hoursOf } from '../../shop/calendar.ts';
import type { Supplier } from '../../shop/catalog/supplier/declaration.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { errorMessage } from '../../shop/error-message.ts';
import { nextCutOff, orderTermsOf } from '../../shop/purchasing/order-terms.ts';
import {
  endInterruptedSendings,
  endSending,
  purchasesToSend,
  referenceOf,
  type Sending,
  type SendResult,
  startSending,
} from '../../shop/purchasing/send-purchase.server.ts';
import { withoutAddresses } from '../handle-jobs.ts';
import type { JobContext, ScheduledJob } from '../job.ts';

/** `owner`: the address that gets purchases from suppliers without an address. */
export type Purchasing = { suppliers: readonly Supplier[]; owner: string; mailer: SingleSender };

/** Sends purchases whose cut-off has come or whose sending an employee requested. Does not repeat a sending that may have reached the supplier. */
export function sendPurchases(purchasing: Purchasing): ScheduledJob {
  return {
    name: 'send-purchases',
    cron: '* * * * *',
    run: (context) => sendDue(context, purchasing.suppliers, (sending) => send(purchasing, context.shop, sending)),
  };
}

/** Sends due purchases one by one. `send` makes a single attempt, and returns how it ended. */
export async function sendDue(
  { shop: { db, shopConfig, now }, alert }: Pick<JobContext, 'shop' | 'alert'>,
  suppliers: readonly Supplier[],
  send: (sending: Sending) => Promise<SendResult>,
): Promise<void> {
  await endInterruptedSendings(db, { at: now(), actor: 'shop' });
  const failures: string[] = [];
  for (const id of await purchasesToSend(db, { suppliers, shopConfig, now: now() })) {
    const sending = await startSending(db, id, { at: now(), actor: 'shop' });
    if (!sending) continue;
    const result = await send(sending);
    const hours = hoursOf(shopConfig, sending.branch);
    const answerDueAt = nextCutOff(now(), orderTermsOf(sending.supplier, suppliers), hours);
    await endSending(db, sending, result, { at: now(), actor: 'shop', answerDueAt });
    if (result.result !== 'sent') failures.push(`purchase ${sending.reference}: ${result.result}: ${result.reason}`);
  }
  for (const failure of failures) alert(failure);
}

async function send(
  { suppliers, owner, mailer }: Purchasing,
  { shopConfig }: Pick<ShopContext, 'shopConfig'>,
  sending: Sending,
): Promise<SendResult> {
  const { isRepeat, revision, branch } = sending;
  const content = {
    ...sending,
    previousReference: isRepeat ? referenceOf({ ...sending, revision: revision - 1 }) : null,
    branch: branchOf(branch, shopConfig),
    terms: orderTermsOf(sending.supplier, suppliers),
    shopConfig,
  };
  const mail = await import('../../mail/purchase/purchase-mail.tsx')
    .then(({ writePurchaseMail }) => writePurchaseMail(content, owner))
    .catch((error: unknown) => ({ fault: errorMessage(error) }));
  if ('fault' in mail) return { result: 'unsent', reason: mail.fault };
  const result = await mailer.sendOnce(mail);
  return result.result === 'sent' ? result : { ...result, reason: withoutAddresses(result.reason) };
}
