import type { HttpDeclaration, OrderInterfaceDeclaration } from '../../catalog/supplier/order-declaration.ts';
import { readOrderResponse, readOrderStatus, readQuote } from './ediwheel/read-ediwheel.server.ts';
import { ediwheelInquiry, ediwheelOrder, ediwheelStatusRequest } from './ediwheel/write-ediwheel.ts';
import { fillAddress, fillTemplate, formText } from './http/fill-template.ts';
import { readHttpAnswer } from './http/read-http-answer.ts';
import {
  joined,
  type StockAnswer,
  type SupplierOrder,
  type SupplierOrderAnswer,
  shortened,
} from './supplier-answer.ts';
import type { HttpTransfer, SupplierRequest } from './transfer.server.ts';

type SupplierCall<Answer> = { request: SupplierRequest; read: (text: string) => Answer };

export function orderCall(
  order: SupplierOrder,
  declared: OrderInterfaceDeclaration,
): SupplierCall<SupplierOrderAnswer> {
  if (declared.by === 'ediwheel')
    return {
      request: xmlTo(declared.url, ediwheelOrder(order, declared)),
      read: (text) => readOrderResponse(text, order),
    };
  const { url, as, body, headers = {}, answer } = declared;
  const filled = fillTemplate(body, withConsignee(order, declared));
  const bodyText = as === 'form' ? formText(filled) : JSON.stringify(filled);
  const contentType = as === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    request: { url, headers: { accept: 'application/json', ...headers, 'content-type': contentType }, body: bodyText },
    read: (text) => readHttpAnswer(text, order, answer),
  };
}

export function statusCall(
  order: SupplierOrder,
  declared: OrderInterfaceDeclaration,
): SupplierCall<SupplierOrderAnswer> | null {
  if (declared.by === 'ediwheel') {
    if (declared.status === undefined) return null;
    const request = xmlTo(declared.status, ediwheelStatusRequest(order, declared));
    return { request, read: (text) => readOrderStatus(text, order) };
  }
  if (declared.status === undefined) return null;
  const { url, answer = declared.answer } = declared.status;
  return {
    request: {
      url: fillAddress(url, withConsignee(order, declared)),
      headers: { accept: 'application/json', ...declared.headers },
    },
    read: (text) => readHttpAnswer(text, order, answer),
  };
}

export function stockCall(order: SupplierOrder, declared: OrderInterfaceDeclaration): SupplierCall<StockAnswer> | null {
  if (declared.by !== 'ediwheel' || declared.inquiry === undefined) return null;
  return { request: xmlTo(declared.inquiry, ediwheelInquiry(order, declared)), read: (text) => readQuote(text, order) };
}

function xmlTo(url: string, body: string): SupplierRequest {
  return { url, headers: { accept: 'application/xml', 'content-type': 'application/xml; charset=utf-8' }, body };
}

function withConsignee(order: SupplierOrder, { consignee }: HttpDeclaration) {
  return { ...order, consignee: consignee[order.branch] ?? '' };
}

/** With these, a server refuses a request without processing it: wrong login, address or format. */
const refusedStatuses = [401, 403, 404, 405, 406, 413, 415];

/** Judges the answer to an order: unclear if the supplier may have the order. */
export function judgeOrder(transfer: HttpTransfer, read: (text: string) => SupplierOrderAnswer): SupplierOrderAnswer {
  if (transfer.result !== 'answered')
    return { outcome: transfer.result === 'lost' ? 'unclear' : 'unsent', reason: shortened(transfer.reason) };
  const { status, text } = transfer;
  const statusText = `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    const answer = read(text);
    return answer.outcome === 'unknown' ? { outcome: 'unclear', reason: answer.reason } : answer;
  }
  if (refusedStatuses.includes(status)) return { outcome: 'rejected', reason: statusText };
  if (status === 429) return { outcome: 'unsent', reason: statusText };
  if (status < 400 || status >= 500) return { outcome: 'unclear', reason: statusText };
  const answer = read(text);
  if (answer.outcome === 'rejected' || answer.outcome === 'unsent')
    return { outcome: answer.outcome, reason: joined(statusText, answer.reason) };
  return { outcome: 'unclear', reason: statusText };
}

/** Judges the answer to a status question. After a GET, 404 means that there is no such order. */
export function judgeStatus(
  transfer: HttpTransfer,
  read: (text: string) => SupplierOrderAnswer,
  isGet: boolean,
): SupplierOrderAnswer {
  if (transfer.result !== 'answered') return { outcome: 'unclear', reason: shortened(transfer.reason) };
  const { status, text } = transfer;
  if (status === 404 && isGet) return { outcome: 'unknown', reason: 'HTTP 404' };
  if (status < 200 || status >= 300) return { outcome: 'unclear', reason: `HTTP ${status}` };
  const answer = read(text);
  // A refused question says nothing about the order.
  return answer.outcome === 'accepted' || answer.outcome === 'unknown'
    ? answer
    : { outcome: 'unclear', reason: answer.reason };
}

/** Judges the answer to a stock inquiry, which orders nothing. */
export function judgeStock(transfer: HttpTransfer, read: (text: string) => StockAnswer): StockAnswer {
  if (transfer.result !== 'answered') return { outcome: 'unsent', reason: shortened(transfer.reason) };
  const { status, text } = transfer;
  if (refusedStatuses.includes(status)) return { outcome: 'rejected', reason: `HTTP ${status}` };
  return status >= 200 && status < 300 ? read(text) : { outcome: 'unsent', reason: `HTTP ${status}` };
}
