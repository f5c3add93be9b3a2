import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { hoursOf } from '../calendar.ts';
import type { Supplier } from '../catalog/supplier/declaration.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { listPurchases, readPurchaseDetails } from '../purchasing/list-purchases.server.ts';
import { nextCutOff, type OrderTerms, orderTermsOf } from '../purchasing/order-terms.ts';
import { outstandingOf, unansweredOf } from '../purchasing/quantities.ts';
import { readOrderedTires } from '../purchasing/send-purchase.server.ts';
import { countPieces, unpaidParts } from '../purchasing/unpaid-parts.server.ts';
import { exchangesOf } from '../purchasing/wire/exchanges.server.ts';
import { listUnconfirmedRestores } from '../restored/unconfirmed-restores.server.ts';
import type { PurchaseRow, PurchaseView } from './purchase.ts';

const isoOrNull = (at: Date | null) => at?.toISOString() ?? null;

export async function openPurchases(db: Kysely<Tables>): Promise<PurchaseRow[]> {
  const purchases = await listPurchases(db, { open: true });
  return purchases.map(({ createdAt, sentAt, answerDueAt, ...purchase }) => ({
    ...purchase,
    createdAt: createdAt.toISOString(),
    sentAt: isoOrNull(sentAt),
    answerDueAt: isoOrNull(answerDueAt),
  }));
}

export async function deskPurchase(
  db: Kysely<Tables>,
  number: string,
  { suppliers, shopConfig, now }: { suppliers: readonly Supplier[]; shopConfig: ShopConfig; now: Date },
): Promise<PurchaseView | null> {
  const purchase = await readPurchaseDetails(db, number);
  if (!purchase) return null;
  const terms = orderTermsOf(purchase.supplier, suppliers);
  const { channel, answersStateQueries } = terms;
  const unpaidPieces =
    purchase.state === 'draft' ? countPieces(await unpaidParts(db, purchase.id, terms.unpaidLimitCents)) : 0;
  const pieces = purchase.lines.reduce((sum, { ordered }) => sum + ordered, 0);
  const exchanges = await exchangesOf(db, purchase.id);
  const orderedTireByLine = new Map((await readOrderedTires(db, purchase.id)).map((line) => [line.lineId, line]));
  return {
    number: purchase.number,
    supplier: purchase.supplier,
    branch: purchase.branch,
    state: purchase.state,
    createdAt: purchase.created_at.toISOString(),
    sentAt: isoOrNull(purchase.sent_at),
    sendRequestedAt: isoOrNull(purchase.send_requested_at),
    sentVia: channel,
    canAskForState: answersStateQueries,
    askRequestedAt: isoOrNull(purchase.ask_requested_at),
    supplierNumber: purchase.supplier_number,
    exchanges: exchanges.map(({ id, kind, at, outcome, reason }) => ({
      id,
      kind,
      outcome,
      reason,
      at: at.toISOString(),
    })),
    waitsFor: conditionOfSending(terms, {
      hasUnconfirmedRestore: (await listUnconfirmedRestores(db)).length > 0,
      isUnpaid: unpaidPieces === pieces,
    }),
    cutOff: nextCutOff(now, terms, hoursOf(shopConfig, purchase.branch)).toISOString(),
    unpaidPieces,
    lines: purchase.lines.map((line) => ({
      tireId: line.tire_id,
      sku: line.supplier_sku,
      ean: line.ean,
      title: orderedTireByLine.get(line.id)?.title ?? line.tire_id,
      size: orderedTireByLine.get(line.id)?.size ?? '',
      ordered: line.ordered,
      confirmed: line.confirmed,
      backordered: line.backordered,
      refused: line.refused,
      cancelled: line.cancelled,
      received: line.received,
      outstanding: outstandingOf(line),
      unanswered: unansweredOf(line),
      expectedOn: line.expected_on,
      orders: line.orders
        .map((order) => ({ number: order.number, count: order.count - order.received }))
        .filter(({ count }) => count > 0),
    })),
    history: purchase.history.map(({ at, actor, type }) => ({ at: at.toISOString(), actor, type })),
  };
}

function conditionOfSending(
  { isSentByClick }: OrderTerms,
  { hasUnconfirmedRestore, isUnpaid }: { hasUnconfirmedRestore: boolean; isUnpaid: boolean },
): PurchaseView['waitsFor'] {
  if (hasUnconfirmedRestore) return 'restore-confirmation';
  if (isSentByClick) return 'click';
  return isUnpaid ? 'payment' : 'cut-off';
}
