import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { addWorkingDays, hoursOf, workingDayFrom } from '../../calendar.ts';
import type { Supplier } from '../../catalog/supplier/declaration.ts';
import { type Login, logIn } from '../../catalog/supplier/fetch/login.server.ts';
import { redactor } from '../../catalog/supplier/fetch/redact.ts';
import { type ConnectionOptions, FailedFetch } from '../../catalog/supplier/fetch/request.server.ts';
import type { OrderInterfaceDeclaration } from '../../catalog/supplier/order-declaration.ts';
import { keyVariable } from '../../catalog/supplier/read-suppliers.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { recordPurchase } from '../draft-purchase.server.ts';
import type { Sending, SendResult } from '../send-purchase.server.ts';
import { type ExchangeResult, endExchange, startExchange } from './exchanges.server.ts';
import { judgeOrder, judgeStock, orderCall, stockCall } from './interfaces.server.ts';
import type { StockAnswer, SupplierOrder, SupplierOrderAnswer } from './supplier-answer.ts';
import { type HttpTransfer, type SupplierRequest, sendOnce } from './transfer.server.ts';

/** `keys`: secrets by supplier id, as in the environment. `publicUrl`: the address of this shop, which decides whether it may order (`onlyAt`). */
export type OrderInterfaceContext = {
  db: Kysely<Tables>;
  shopConfig: ShopConfig;
  now: () => Date;
  keys: Readonly<Record<string, string>>;
  publicUrl: string;
  connection?: ConnectionOptions | undefined;
};

export type SupplierWithInterface = Supplier & { order: OrderInterfaceDeclaration };

export function hasOrderInterface(supplier: Supplier | undefined): supplier is SupplierWithInterface {
  return supplier?.order !== undefined && supplier.order.by !== 'list';
}

/**
 * Makes a single attempt to order, after a stock inquiry if the supplier answers them. The caller stores the returned `exchange` together
 * with the new state of the purchase.
 */
export async function sendToOrderInterface(
  context: OrderInterfaceContext,
  supplier: SupplierWithInterface,
  sending: Sending,
): Promise<SendResult> {
  const { order: declared } = supplier;
  if (!maySend(context, supplier))
    return {
      result: 'rejected',
      reason: `only the shop at ${declared.onlyAt} may send orders, and this shop is at ${context.publicUrl}`,
    };
  const order = supplierOrderOf(context, supplier, sending);
  const access = await logInAt(context, supplier);
  if ('failed' in access) return { result: 'unsent', reason: access.failed };
  const stock = await askStock(context, { declared, order, login: access.login }, sending);
  if (stock && stock.outcome !== 'available') return { result: stock.outcome, reason: stock.reason };
  const { request, read } = orderCall(order, declared);
  const exchange = { purchaseId: sending.id, kind: 'order' as const, reference: order.reference };
  const { id, transfer } = await exchangeWith(context, access.login, exchange, request);
  const answer = judgeOrder(transfer, read);
  const exchangeResult = exchangeResultOf(id, transfer, answer);
  if (answer.outcome === 'accepted') return { result: 'sent', exchange: exchangeResult };
  const result = answer.outcome === 'unknown' ? 'unclear' : answer.outcome;
  return { result, reason: answer.reason, exchange: exchangeResult };
}

/** A test system, or a copy of the shop, must not order. */
function maySend({ publicUrl }: OrderInterfaceContext, { order }: SupplierWithInterface): boolean {
  return publicUrl.replace(/\/+$/, '') === order.onlyAt.replace(/\/+$/, '');
}

export function supplierOrderOf(
  { shopConfig, now }: OrderInterfaceContext,
  { leadDays }: SupplierWithInterface,
  { reference, branch, tires }: Pick<Sending, 'reference' | 'branch' | 'tires'>,
): SupplierOrder {
  const hours = hoursOf(shopConfig, branch);
  const requestedOn = addWorkingDays(workingDayFrom(tallinnDate(now()), hours), leadDays, hours);
  return { reference, branch, requestedOn, lines: tires };
}

/** `failed`: the reason, as a text for people; then no request may be sent. */
export async function logInAt(
  { keys, connection }: OrderInterfaceContext,
  { id, order: { login: loginTerms, apiKey } }: SupplierWithInterface,
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

type StockInquiry = { declared: OrderInterfaceDeclaration; order: SupplierOrder; login: Login };

async function askStock(
  context: OrderInterfaceContext,
  { declared, order, login }: StockInquiry,
  sending: Sending,
): Promise<StockAnswer | null> {
  const call = stockCall(order, declared);
  if (!call) return null;
  const exchange = { purchaseId: sending.id, kind: 'inquiry' as const, reference: order.reference };
  const { id, transfer } = await exchangeWith(context, login, exchange, call.request);
  const answer = judgeStock(transfer, call.read);
  const reason = 'reason' in answer ? answer.reason : '';
  await endExchange(context.db, { ...answerColumns(id, transfer), outcome: answer.outcome, reason });
  if (answer.outcome === 'available' && answer.shortLines.length > 0) {
    const skus = new Map(order.lines.map(({ lineId, supplierSku }) => [lineId, supplierSku]));
    const tires = answer.shortLines.map(({ lineId, ...short }) => ({ article: skus.get(lineId), ...short }));
    const change = { at: context.now(), actor: 'shop' };
    await context.db.transaction().execute((trx) => recordPurchase(trx, sending.id, change, 'short', { tires }));
  }
  return answer;
}

type NewExchange = { purchaseId: number; kind: 'inquiry' | 'order' | 'status'; reference: string };

/** Stores the request without secrets, then makes it once. */
export async function exchangeWith(
  context: OrderInterfaceContext,
  login: Login,
  exchange: NewExchange,
  request: SupplierRequest,
): Promise<{ id: number; transfer: HttpTransfer }> {
  const id = await storeRequest(context, login.secrets, exchange, request);
  return { id, transfer: await sendOnce(request, login, context.connection) };
}

/** Stores a request that is not sent, because the login failed. */
export async function exchangeWithoutLogin(
  context: OrderInterfaceContext,
  reason: string,
  exchange: NewExchange,
  request: SupplierRequest,
): Promise<{ id: number; transfer: HttpTransfer }> {
  return { id: await storeRequest(context, [], exchange, request), transfer: { result: 'unsent', reason } };
}

async function storeRequest(
  { db, now }: OrderInterfaceContext,
  secrets: readonly string[],
  { purchaseId, kind, reference }: NewExchange,
  request: SupplierRequest,
): Promise<number> {
  const requestLines = [
    `${request.body === undefined ? 'GET' : 'POST'} ${request.url}`,
    ...(request.body ? ['', request.body] : []),
  ];
  const stored = redactor(secrets)(requestLines.join('\n'));
  return startExchange(db, { purchase_id: purchaseId, kind, reference, at: now(), request: stored });
}

function answerColumns(id: number, transfer: HttpTransfer): Pick<ExchangeResult, 'id' | 'httpStatus' | 'answer'> {
  if (transfer.result !== 'answered') return { id, httpStatus: null, answer: null };
  return { id, httpStatus: transfer.status, answer: transfer.text };
}

export function exchangeResultOf(id: number, transfer: HttpTransfer, answer: SupplierOrderAnswer): ExchangeResult {
  const result = { ...answerColumns(id, transfer), outcome: answer.outcome };
  if (answer.outcome !== 'accepted') return { ...result, reason: answer.reason };
  const reasons = answer.lines.map((line) => line.reason).filter((text) => text !== '');
  return { ...result, reason: reasons.join('; '), supplierNumber: answer.supplierNumber, lines: answer.lines };
}
