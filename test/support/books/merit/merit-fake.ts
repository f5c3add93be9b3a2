import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { banks, meritBooks, type SentInvoice, type SentPayment, taxes } from './merit-books.ts';

export const meritKeys = { apiId: '670fe52f-558a-4be8-ade0-526e01a106d0', apiKey: 'key-of-merit-aktiva' };

export type Endpoint = 'gettaxes' | 'getbanks' | 'sendinvoice' | 'sendpayment' | 'getinvoices' | 'getinvoices2';

/**
 * A fault of one request. `done`: Merit carries the request out before the fault. `hang`: no answer; `onHang` is called. `reset`: the
 * connection breaks. `html`: status 200 and a page of HTML. `busy`: 429. `tax`: the TaxId is refused. `times`: number of requests with the fault, by default one.
 */
export type Fault = {
  answer: 'hang' | 'reset' | '500' | 'html' | 'busy' | 'tax';
  done?: boolean;
  times?: number;
  onHang?: () => void;
};

const toleranceMs = 5 * 60_000;

/** Starts a fake of Merit Aktiva with the books of one company, on a port of this machine. */
export async function startMeritFake({ now = () => new Date() }: { now?: () => Date } = {}) {
  const books = meritBooks();
  const faults = new Map<Endpoint, Fault>();
  const requests: Endpoint[] = [];
  const control = { plan: 'premium' as 'premium' | 'standard' };

  function denial(query: URLSearchParams, body: string): { status: number; body: unknown } | null {
    const timestamp = query.get('timestamp') ?? '';
    const { apiId, apiKey } = meritKeys;
    if (query.get('apiId') !== apiId) return { status: 401, body: '' };
    const signature = createHmac('sha256', Buffer.from(apiKey, 'ascii'))
      .update(Buffer.from(apiId + timestamp + body, 'utf8'))
      .digest('base64');
    if (query.get('signature') !== signature) return { status: 401, body: { Message: 'Invalid signature' } };
    const [, date, time] = /^(\d{8})(\d{6})$/.exec(timestamp) ?? [];
    const sentAt = Date.parse(
      `${date?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
    );
    if (!(Math.abs(sentAt - now().getTime()) <= toleranceMs))
      return { status: 401, body: { Message: 'Invalid timestamp' } };
    if (control.plan === 'standard')
      return { status: 401, body: 'The creator of the company has to have PRO or PREMIUM license' };
    return null;
  }

  function perform(endpoint: string, payload: Record<string, unknown>): unknown {
    if (endpoint === 'gettaxes') return taxes;
    if (endpoint === 'getbanks') return banks;
    if (endpoint === 'sendinvoice') return books.sendInvoice(payload as SentInvoice);
    if (endpoint === 'sendpayment') return books.sendPayment(payload as SentPayment);
    if (endpoint === 'getinvoices2') return books.list(({ InvoiceNo }) => InvoiceNo.startsWith(String(payload.InvNo)));
    if (endpoint === 'getinvoices') {
      const days = [payload.PeriodStart, payload.PeriodEnd].map(String);
      if (!days.every((day) => /^\d{8}$/.test(day))) return { status: 400, body: { Message: 'Vigane periood' } };
      const [from = '', to = ''] = days;
      if (Number(to) - Number(from) > 300) return { status: 400, body: { Message: 'Periood liiga pikk(max 3 kuud)' } };
      return books.list(({ DocDate }) => DocDate.slice(0, 8) >= from && DocDate.slice(0, 8) <= to);
    }
    return { status: 404, body: '' };
  }

  function faultOf(endpoint: Endpoint): Fault | null {
    const fault = faults.get(endpoint);
    if (!fault) return null;
    const remainingTimes = (fault.times ?? 1) - 1;
    if (remainingTimes > 0) faults.set(endpoint, { ...fault, times: remainingTimes });
    else faults.delete(endpoint);
    return fault;
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://merit');
    const body = await text(request);
    const endpoint = url.pathname.split('/').at(-1) as Endpoint;
    const denied = denial(url.searchParams, body);
    if (denied) return answer(response, denied.status, denied.body);
    requests.push(endpoint);
    const fault = faultOf(endpoint);
    const result = fault && !fault.done ? null : perform(endpoint, JSON.parse(body));
    if (fault?.answer === 'hang') return fault.onHang?.();
    if (fault?.answer === 'reset') return void response.destroy();
    if (fault?.answer === '500') return answer(response, 500, '<html>at System.Web.Http.Controllers</html>');
    if (fault?.answer === 'html') return answer(response, 200, '<!doctype html><title>Hooldus</title>');
    if (fault?.answer === 'tax') return answer(response, 400, { Message: 'Vigane TaxId' });
    if (fault?.answer === 'busy') return answer(response, 429, '', { 'retry-after': '7' });
    if (isAnswer(result)) return answer(response, result.status, result.body);
    return answer(response, 200, result);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    books,
    requests,
    control,
    fail: (endpoint: Endpoint, fault: Fault) => void faults.set(endpoint, fault),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type MeritFake = Awaited<ReturnType<typeof startMeritFake>>;

function isAnswer(result: unknown): result is { status: number; body: unknown } {
  return typeof result === 'object' && result !== null && 'status' in result;
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
