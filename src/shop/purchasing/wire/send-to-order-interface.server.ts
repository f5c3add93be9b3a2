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
import { recordPurchaseEvent } from '../draft-purchase.server.ts';
import type { Sending, SendResult } from '../send-purchase.server.ts';
import { type Exchange, type ExchangeResult, endExchange } from './exchanges.server.ts';
import { judgeOrder, judgeStock, orderCall, stockCall } from './interfaces.server.ts';
import type { StockAnswer, SupplierOrder, SupplierOrderAnswer } from './supplier-answer.ts';
import { type HttpTransfer, type SupplierRequest, sendOnce } from './transfer.server.ts';

/** `keys`: secrets by supplier id, as in the environment. `publicUrl`: the address of this shop, which may order only if it is the supplier's `onlyAt`. */
export type OrderInterfaceContext = {
  db: Kysely<Tables>;
  shopConfig: ShopConfig;
  now: () => Date;
  keys: Readonly<Record<string, string>>;
  publicUrl: string;
  connection?: ConnectionOptions | undefined;
};

export type SupplierWithInterface = Supplier & { order: OrderInterfaceDeclaration };

/** Whether the supplier's system takes orders. If not, a list of the tires is mailed. */
export function hasOrderInterface(supplier: Supplier | undefined): supplier is SupplierWithInterface {
  return supplier?.order !== undefined && supplier.order.by !== 'list';
}

/** Makes one attempt to order, after a stock inquiry if the supplier answers them. The caller stores `exchange` together with the purchase's new state. */
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
  const stock = await askStock(context, { declared, order, access }, sending);
  if (stock && stock.outcome !== 'available') return { result: stock.outcome, reason: stock.reason };
  const { request, read } = orderCall(order, declared);
  const exchange = { purchase_id: sending.id, kind: 'order', reference: order.reference } as const;
  const { id, transfer } = await exchangeWith(context, access, exchange, request);
  const answer = judgeOrder(transfer, read);
  const exchangeResult = exchangeResultOf(id, transfer, answer);
  if (answer.outcome === 'accepted') return { result: 'sent', exchange: exchangeResult };
  // `unknown` answers questions about the status of an order; as an answer to an order, it says nothing.
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
type Access = { login: Login } | { failed: string };

export async function logInAt(
  { keys, connection }: OrderInterfaceContext,
  { id, order: { login: loginTerms, apiKey } }: SupplierWithInterface,
): Promise<Access> {
  const secret = (suffix: string) => ({ name: keyVariable(`${id}-${suffix}`), value: keys[`${id}-${suffix}`] });
  try {
    const nothingToSend: Login = { headers: {}, secrets: [] };
    const login = loginTerms ? await logIn(loginTerms, secret('order'), connection) : nothingToSend;
    const key = apiKey === undefined ? nothingToSend : await logIn({ header: apiKey }, secret('api'), connection);
    const headers = { ...login.headers, ...key.headers };
    return { login: { ...login, headers, secrets: [...login.secrets, ...key.secrets] } };
  } catch (error) {
    if (error instanceof FailedFetch) return { failed: error.message };
    throw error;
  }
}

type StockInquiry = { declared: OrderInterfaceDeclaration; order: SupplierOrder; access: Access };

async function askStock(
  context: OrderInterfaceContext,
  { declared, order, access }: StockInquiry,
  sending: Sending,
): Promise<StockAnswer | null> {
  const call = stockCall(order, declared);
  if (!call) return null;
  const exchange = { purchase_id: sending.id, kind: 'inquiry', reference: order.reference } as const;
  const { id, transfer } = await exchangeWith(context, access, exchange, call.request);
  const answer = judgeStock(transfer, call.read);
  const reason = 'reason' in answer ? answer.reason : '';
  await endExchange(context.db, { ...answerColumns(id, transfer), outcome: answer.outcome, reason });
  if (answer.outcome === 'available' && answer.shortLines.length > 0) {
    const skus = new Map(order.lines.map(({ lineId, supplierSku }) => [lineId, supplierSku]));
    const tires = answer.shortLines.map(({ lineId, ...short }) => ({ article: skus.get(lineId), ...short }));
    const change = { at: context.now(), actor: 'shop' };
    await context.db.transaction().execute((trx) => recordPurchaseEvent(trx, sending.id, change, 'short', { tires }));
  }
  return answer;
}

/** Stores the request, without secrets, in case the process ends. Then sends it once, unless the login has failed. */
export async function exchangeWith(
  { db, now, connection }: OrderInterfaceContext,
  access: Access,
  exchange: Pick<Exchange, 'purchase_id' | 'kind' | 'reference'>,
  request: SupplierRequest,
): Promise<{ id: number; transfer: HttpTransfer }> {
  const secrets = 'login' in access ? access.login.secrets : [];
  const { url, body } = request;
  const firstLine = `${body === undefined ? 'GET' : 'POST'} ${url}`;
  const requestText = body ? `${firstLine}\n\n${body}` : firstLine;
  const { id } = await db
    .insertInto('purchase_exchanges')
    .values({ ...exchange, at: now(), request: redactor(secrets)(requestText) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if ('failed' in access) return { id, transfer: { result: 'unsent', reason: access.failed } };
  return { id, transfer: await sendOnce(request, access.login, connection) };
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
