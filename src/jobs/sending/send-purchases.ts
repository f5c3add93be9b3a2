import type { Mail } from '../../mail/mail.ts';
import { branchOf } from '../../mail/order-text.ts';
import type { SingleSender } from '../../mail/sending/mailer.ts';
import { hoursOf, tallinnTime } from '../../shop/calendar.ts';
import type { Supplier } from '../../shop/catalog/supplier/declaration.ts';
import { applyStoredAnswers } from '../../shop/checkout/purchases/apply-answers.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { errorMessage } from '../../shop/error-message.ts';
import { asOneLine } from '../../shop/plain-text.ts';
import { type HeldDraft, purchasesToSend, recordHeldDraft } from '../../shop/purchasing/due-purchases.server.ts';
import { nextCutOff, orderTermsOf } from '../../shop/purchasing/order-terms.ts';
import {
  endInterruptedSendings,
  endSending,
  referenceOf,
  type Sending,
  type SendResult,
  startSending,
} from '../../shop/purchasing/send-purchase.server.ts';
import { askSupplier, purchasesToAsk } from '../../shop/purchasing/wire/ask-supplier.server.ts';
import {
  hasOrderInterface,
  type OrderInterfaceContext,
  sendToOrderInterface,
} from '../../shop/purchasing/wire/send-to-order-interface.server.ts';
import { maskEmailAddresses } from '../handle-jobs.ts';
import type { JobContext, ScheduledJob } from '../job.ts';

/** `owner`: the e-mail address that gets the purchases of suppliers without one. `orderInterfaces`: access to suppliers' order APIs; if absent, none is called. */
export type Purchasing = {
  suppliers: readonly Supplier[];
  owner: string;
  mailer: SingleSender;
  orderInterfaces?: Pick<OrderInterfaceContext, 'keys' | 'publicUrl' | 'connection'>;
};

/** Sends purchases that are due at their cut-off, or that an employee sends earlier. Never repeats a sending that may have reached the supplier. */
export function sendPurchases(purchasing: Purchasing): ScheduledJob {
  return {
    name: 'send-purchases',
    cron: '* * * * *',
    async run(context) {
      await sendDuePurchases(context, purchasing.suppliers, (sending) =>
        sendToSupplier(purchasing, context.shop, sending),
      );
      await applyStoredAnswers(context.shop);
    },
  };
}

/** Asks the suppliers' systems about purchases that may not have arrived, that are not answered in full, or that an employee asked about. */
export function askSuppliers(purchasing: Purchasing): ScheduledJob {
  return {
    name: 'ask-suppliers',
    cron: '* * * * *',
    async run({ shop, alert }) {
      const { suppliers } = purchasing;
      const { now, shopConfig } = shop;
      for (const purchase of await purchasesToAsk(shop.db, suppliers, now())) {
        const supplier = suppliers.find(({ id }) => id === purchase.supplier);
        if (!hasOrderInterface(supplier)) continue;
        const hours = hoursOf(shopConfig, purchase.branch);
        const answerDueAt = nextCutOff(now(), orderTermsOf(supplier.id, suppliers), hours);
        const change = { at: now(), actor: 'shop', answerDueAt };
        const answer = await askSupplier(orderInterfaceContext(purchasing, shop), supplier, purchase, change);
        if (answer.outcome === 'unsent')
          alert(asOneLine(`purchase ${purchase.number}: the supplier was not asked: ${answer.reason}`));
      }
      await applyStoredAnswers(shop);
    },
  };
}

/** Sends due purchases: to one supplier one after another, to several at the same time, so that a slow supplier delays no other. `send` makes one attempt. */
export async function sendDuePurchases(
  { shop: { db, shopConfig, now }, alert }: Pick<JobContext, 'shop' | 'alert'>,
  suppliers: readonly Supplier[],
  send: (sending: Sending) => Promise<SendResult>,
): Promise<void> {
  await endInterruptedSendings(db, { at: now(), actor: 'shop' });
  const { due, held } = await purchasesToSend(db, { suppliers, shopConfig, now: now() });
  const sendPurchase = async (id: number, supplier: string) => {
    const terms = orderTermsOf(supplier, suppliers);
    const { unpaidLimitCents } = terms;
    const sending = await startSending(db, id, { at: now(), actor: 'shop', unpaidLimitCents });
    if (!sending) return;
    const result = await send(sending);
    const answerDueAt = nextCutOff(now(), terms, hoursOf(shopConfig, sending.branch));
    await endSending(db, sending, result, { at: now(), actor: 'shop', answerDueAt });
    if (result.result !== 'sent') alert(asOneLine(`purchase ${sending.reference}: ${result.result}: ${result.reason}`));
  };
  const outcomes = await Promise.allSettled(
    [...Map.groupBy(due, ({ supplier }) => supplier)].map(async ([supplier, purchases]) => {
      for (const { id } of purchases) await sendPurchase(id, supplier);
    }),
  );
  for (const draft of held) {
    const isNewReason = await recordHeldDraft(db, draft, { at: now(), actor: 'shop' });
    if (isNewReason) alert(`purchase ${draft.number}: not sent: ${whyHeld(draft)}`);
  }
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

function whyHeld({ type, data, pieces }: HeldDraft): string {
  if (type === 'too-small') return `${pieces} of at least ${data.minPieces} tires`;
  const tires = type === 'waits-for-payment' ? `${pieces} tires of unpaid orders` : `${pieces} tires`;
  return `an employee has to send it by ${tallinnTime(new Date(data.until))} (${tires})`;
}

function orderInterfaceContext(
  { orderInterfaces = { keys: {}, publicUrl: '' } }: Purchasing,
  { db, shopConfig, now }: ShopContext,
): OrderInterfaceContext {
  return { db, shopConfig, now, ...orderInterfaces };
}

async function sendToSupplier(purchasing: Purchasing, shop: ShopContext, sending: Sending): Promise<SendResult> {
  const supplier = purchasing.suppliers.find(({ id }) => id === sending.supplier);
  const result = hasOrderInterface(supplier)
    ? await sendToOrderInterface(orderInterfaceContext(purchasing, shop), supplier, sending)
    : await sendByMail(purchasing, shop, sending);
  return result.result === 'sent' ? result : { ...result, reason: maskEmailAddresses(result.reason) };
}

async function sendByMail(
  { suppliers, owner, mailer }: Purchasing,
  { shopConfig }: Pick<ShopContext, 'shopConfig'>,
  sending: Sending,
): Promise<SendResult> {
  const { isRepeat, revision, branch } = sending;
  const content = {
    ...sending,
    previousReference: isRepeat ? referenceOf({ ...sending, revision: revision - 1 }) : null,
    branch: branchOf(branch, shopConfig),
    contact: orderTermsOf(sending.supplier, suppliers),
    shopConfig,
  };
  let mail: Mail;
  try {
    const { writePurchaseMail } = await import('../../mail/purchase/purchase-mail.tsx');
    mail = await writePurchaseMail(content, owner);
  } catch (error) {
    return { result: 'unsent', reason: errorMessage(error) };
  }
  return mailer.sendOnce(mail);
}
