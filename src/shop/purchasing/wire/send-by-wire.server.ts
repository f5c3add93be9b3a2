import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { addWorkingDays, hoursOf, workingDayFrom } from '../../calendar.ts';
import type { Supplier } from '../../catalog/supplier/declaration.ts';
import { type Login, logIn } from '../../catalog/supplier/fetch/login.server.ts';
import { redactor } from '../../catalog/supplier/fetch/redact.ts';
import { type ConnectionOptions, FailedFetch } from '../../catalog/supplier/fetch/request.server.ts';
import type { WireDeclaration } from '../../catalog/supplier/order-declaration.ts';
import { keyVariable } from '../../catalog/supplier/read-suppliers.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { recordPurchase } from '../draft-purchase.server.ts';
import type { Sending, SendResult } from '../send-purchase.server.ts';
import { type ExchangeEnd, endExchange, startExchange } from './exchanges.server.ts';
import { judgeOrder, judgeStock, orderCall, stockCall } from './interfaces.server.ts';
import { sendOnce, type Transfer, type WireRequest } from './transfer.server.ts';
import type { StockAnswer, WireAnswer, WireOrder } from './wire-answer.ts';

/** `keys`: secrets by supplier id, as in the environment. `publicUrl`: the address of this shop, which decides whether it may order (`onlyAt`). */
export type WireContext = {
  db: Kysely<Tables>;
  shopConfig: ShopConfig;
  now: () => Date;
  keys: Readonly<Record<string, string>>;
  publicUrl: string;
  connection?: ConnectionOptions | undefined;
};

export type WireSupplier = Supplier & { order: WireDeclaration };

export function isWireSupplier(supplier: Supplier | undefined): supplier is WireSupplier {
  return supplier?.order !== undefined && supplier.order.by !== 'list';
}

/**
 * Makes a single attempt to order, after a stock inquiry if the supplier has one. The caller stores the returned end of the exchange with
 * the new state of the purchase.
 */
export async function sendByWire(wire: WireContext, supplier: WireSupplier, sending: Sending): Promise<SendResult> {
  const { order: declared } = supplier;
  if (!maySend(wire, supplier))
    return {
      result: 'rejected',
      reason: `only the shop at ${declared.onlyAt} may send orders, and this shop is at ${wire.publicUrl}`,
    };
  const order = wireOrderOf(wire, supplier, sending);
  const access = await logInAt(wire, supplier);
  if ('failed' in access) return { result: 'unsent', reason: access.failed };
  const stock = await askStock(wire, { declared, order, login: access.login }, sending);
  if (stock && stock.outcome !== 'available') return { result: stock.outcome, reason: stock.reason };
  const { request, read } = orderCall(order, declared);
  const exchange = { purchaseId: sending.id, kind: 'order' as const, reference: order.reference };
  const { id, transfer } = await exchangeWith(wire, access.login, exchange, request);
  const answer = judgeOrder(transfer, read);
  const end = exchangeEndOf(id, transfer, answer);
  if (answer.outcome === 'accepted') return { result: 'sent', exchange: end };
  return { result: answer.outcome === 'unknown' ? 'unclear' : answer.outcome, reason: answer.reason, exchange: end };
}

/** A test system, or a copy of the shop, must not order. */
function maySend({ publicUrl }: WireContext, { order }: WireSupplier): boolean {
  return publicUrl.replace(/\/+$/, '') === order.onlyAt.replace(/\/+$/, '');
}

export function wireOrderOf(
  { shopConfig, now }: WireContext,
  { leadDays }: WireSupplier,
  { reference, branch, tires }: Pick<Sending, 'reference' | 'branch' | 'tires'>,
): WireOrder {
  const hours = hoursOf(shopConfig, branch);
  const requestedOn = addWorkingDays(workingDayFrom(tallinnDate(now()), hours), leadDays, hours);
  return { reference, branch, requestedOn, lines: tires };
}

/** `failed`: the reason, as a text for people; then no request may be sent. */
export async function logInAt(
  { keys, connection }: WireContext,
  { id, order: { login: loginTerms, apiKey } }: WireSupplier,
): Promise<{ login: Login } | { failed: string }> {
  const secret = (suffix: string) => ({ name: keyVariable(`${id}-${suffix}`), value: keys[`${id}-${suffix}`] });
  try {
    const noLogin: Login = { headers: {}, secrets: [] };
    const login = loginTerms ? await logIn(loginTerms, secret('order'), connection) : noLogin;
    const key = apiKey === undefined ? noLogin : await logIn({ header: apiKey }, secret('api'), connection);
    return {
      login: { ...login, headers: { ...login.headers, ...key.headers }, secrets: [...login.secrets, ...key.secrets] },
    };
  } catch (error) {
    if (error instanceof FailedFetch) return { failed: error.message };
    throw error;
  }
}

type StockInquiry = { declared: WireDeclaration; order: WireOrder; login: Login };

async function askStock(
  wire: WireContext,
  { declared, order, login }: StockInquiry,
  sending: Sending,
): Promise<StockAnswer | null> {
  const call = stockCall(order, declared);
  if (!call) return null;
  const exchange = { purchaseId: sending.id, kind: 'inquiry' as const, reference: order.reference };
  const { id, transfer } = await exchangeWith(wire, login, exchange, call.request);
  const answer = judgeStock(transfer, call.read);
  const reason = 'reason' in answer ? answer.reason : '';
  await endExchange(wire.db, { ...answerColumns(id, transfer), outcome: answer.outcome, reason });
  if (answer.outcome === 'available' && answer.short.length > 0) {
    const skus = new Map(order.lines.map(({ lineId, supplierSku }) => [lineId, supplierSku]));
    const tires = answer.short.map(({ lineId, ...short }) => ({ article: skus.get(lineId), ...short }));
    const change = { at: wire.now(), actor: 'shop' };
    await wire.db.transaction().execute((trx) => recordPurchase(trx, sending.id, change, 'short', { tires }));
  }
  return answer;
}

type NewExchange = { purchaseId: number; kind: 'inquiry' | 'order' | 'status'; reference: string };

/** Stores the request without secrets, then makes it once. */
export async function exchangeWith(
  wire: WireContext,
  login: Login,
  exchange: NewExchange,
  request: WireRequest,
): Promise<{ id: number; transfer: Transfer }> {
  const id = await storeRequest(wire, login.secrets, exchange, request);
  return { id, transfer: await sendOnce(request, login, wire.connection) };
}

/** Stores a request of which nothing leaves, because the login failed. */
export async function exchangeWithoutLogin(
  wire: WireContext,
  reason: string,
  exchange: NewExchange,
  request: WireRequest,
): Promise<{ id: number; transfer: Transfer }> {
  return { id: await storeRequest(wire, [], exchange, request), transfer: { result: 'unsent', reason } };
}

async function storeRequest(
  { db, now }: WireContext,
  secrets: readonly string[],
  { purchaseId, kind, reference }: NewExchange,
  request: WireRequest,
): Promise<number> {
  const requestLines = [
    `${request.body === undefined ? 'GET' : 'POST'} ${request.url}`,
    ...(request.body ? ['', request.body] : []),
  ];
  const stored = redactor(secrets)(requestLines.join('\n'));
  return startExchange(db, { purchase_id: purchaseId, kind, reference, at: now(), request: stored });
}

function answerColumns(id: number, transfer: Transfer): Pick<ExchangeEnd, 'id' | 'httpStatus' | 'answer'> {
  if (transfer.result !== 'answered') return { id, httpStatus: null, answer: null };
  return { id, httpStatus: transfer.status, answer: transfer.text };
}

export function exchangeEndOf(id: number, transfer: Transfer, answer: WireAnswer): ExchangeEnd {
  const end = { ...answerColumns(id, transfer), outcome: answer.outcome };
  if (answer.outcome !== 'accepted') return { ...end, reason: answer.reason };
  const reasons = answer.lines.map((line) => line.reason).filter((text) => text !== '');
  return { ...end, reason: reasons.join('; '), supplierNumber: answer.supplierNumber, lines: answer.lines };
}
