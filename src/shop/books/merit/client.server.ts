import { z } from 'zod';
import { addDays, type Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import { type Failure, failureFromError, failureFromStatus, unknownOutcome } from '../../payment/provider.ts';
import { nextMonth } from '../accounts/close-month.server.ts';
import type { MeritInvoice, MeritTax } from './invoice.ts';
import type { MeritPayment } from './payment.ts';
import { type MeritKeys, meritSignature, meritTimestamp } from './signature.ts';

/** `denied`: Merit refuses all requests of this shop, because of its keys, its plan or a wrong base URL. */
export type MeritFailure = Failure | { ok: false; kind: 'denied'; message: string };
export type MeritOutcome<T> = { ok: true; value: T } | MeritFailure;

/** A payment method of the company in Merit, which calls it a bank; each has an account of its own. */
export type MeritBank = { id: string; name: string };

/** An invoice or credit note in Merit. Amounts of a credit note are negative. */
export type MeritRecord = { id: string; number: string; regCode: string | null; totalCents: Cents; paidCents: Cents };

export type MeritClient = {
  taxes(): Promise<MeritOutcome<MeritTax[]>>;
  banks(): Promise<MeritOutcome<MeritBank[]>>;
  /** Returns Merit's id of the new invoice. */
  sendInvoice(invoice: MeritInvoice): Promise<MeritOutcome<string>>;
  findInvoice(number: string): Promise<MeritOutcome<MeritRecord | null>>;
  invoicesOf(month: Day): Promise<MeritOutcome<MeritRecord[]>>;
  sendPayment(payment: MeritPayment): Promise<MeritOutcome<null>>;
};

/** Merit's `DateType` 0: a period selects documents by their date, not by their last change. */
const filterByDocumentDate = 0;

export type MeritAccount = MeritKeys & {
  /** Ends with `/api`. */
  baseUrl: string;
  now: () => Date;
  timeout?: () => AbortSignal;
};

const timeoutMs = 30_000;

const cents = z.number().transform((euros) => Math.round(euros * 100));
const taxList = z.array(
  z
    .object({ Id: z.string(), Code: z.string(), TaxPct: z.number() })
    .transform(({ Id, Code, TaxPct }) => ({ id: Id, code: Code, percent: TaxPct })),
);
const bankList = z.array(
  z.object({ BankId: z.string(), Name: z.string() }).transform(({ BankId, Name }) => ({ id: BankId, name: Name })),
);
/** Any JSON, because the manual does not describe the response of `sendpayment`. */
const anyJson = z
  .unknown()
  .refine((content) => content !== undefined)
  .transform(() => null);
const createdInvoice = z.object({ InvoiceId: z.string().max(100) }).transform(({ InvoiceId }) => InvoiceId);
const recordList = z.array(
  z
    .object({
      SIHId: z.string().max(100),
      InvoiceNo: z.string(),
      CustomerRegNo: z.string().nullish(),
      TotalSum: cents,
      PaidAmount: cents.nullish(),
    })
    .transform(({ SIHId, InvoiceNo, CustomerRegNo, TotalSum, PaidAmount }) => ({
      id: SIHId,
      number: InvoiceNo,
      regCode: CustomerRegNo || null,
      totalCents: TotalSum,
      paidCents: PaidAmount ?? 0,
    })),
);

/** The client does not repeat requests. Source: https://api.merit.ee/connecting-robots/reference-manual, in it
 * sales-invoices/create-sales-invoice, sales-invoices/get-list-of-invoices, payments/create-payment, tax-list, banks-list, rate-limiter. */
export function meritClient(account: MeritAccount): MeritClient {
  const post = <T>(path: string, body: object, schema: z.ZodType<T>) => callMerit(account, path, body, schema);
  return {
    taxes: () => post('/v1/gettaxes', {}, taxList),
    banks: () => post('/v1/getbanks', {}, bankList),
    sendInvoice: (invoice) => post('/v1/sendinvoice', invoice, createdInvoice),
    async findInvoice(number) {
      const outcome = await post('/v2/getinvoices2', { InvNo: number }, recordList);
      return outcome.ok
        ? { ok: true, value: outcome.value.find((record) => record.number === number) ?? null }
        : outcome;
    },
    // One month at a time: Merit allows periods of at most three months.
    invoicesOf: (month) =>
      post(
        '/v2/getinvoices',
        {
          PeriodStart: dayText(month),
          PeriodEnd: dayText(addDays(nextMonth(month), -1)),
          DateType: filterByDocumentDate,
        },
        recordList,
      ),
    sendPayment: (payment) => post('/v1/sendpayment', payment, anyJson),
  };
}

async function callMerit<T>(
  { baseUrl, now, timeout = () => AbortSignal.timeout(timeoutMs), ...keys }: MeritAccount,
  path: string,
  content: object,
  schema: z.ZodType<T>,
): Promise<MeritOutcome<T>> {
  const body = JSON.stringify(content);
  const timestamp = meritTimestamp(now());
  const signature = meritSignature(keys, timestamp, body);
  const query = new URLSearchParams({ apiId: keys.apiId, timestamp, signature });
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${baseUrl}${path}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: timeout(),
    });
    text = await response.text();
  } catch (error) {
    return failureFromError(error);
  }
  const { status } = response;
  if (!response.ok) {
    const message = messageOf(text) ?? `http-${status}`;
    if (status === 401) return { ok: false, kind: 'denied', message: messageOf(text) ?? 'the API id is unknown' };
    if (status === 403 || status === 404) return { ok: false, kind: 'denied', message };
    return failureFromStatus(status, response.headers.get('retry-after') ?? undefined, message, now());
  }
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success ? { ok: true, value: parsed.data } : unknownOutcome('unreadable');
}

/** Merit encodes some responses as JSON twice, as a string that contains JSON. Undefined: not JSON. */
function parseJson(text: string): unknown {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'string' && /^[[{]/.test(content) ? JSON.parse(content) : content;
  } catch {
    return undefined;
  }
}

/** Returns the message of an error, `{ "Message": … }` or plain text; null for other texts, such as HTML. */
function messageOf(text: string): string | null {
  const content = parseJson(text) ?? text;
  const message = typeof content === 'object' && content !== null && 'Message' in content ? content.Message : content;
  if (typeof message !== 'string' || /^\s*<|^\s*$/.test(message)) return null;
  return message.trim().slice(0, 200);
}

function dayText(day: Day): string {
  return day.replaceAll('-', '');
}
