import type { ZodMiniType } from 'zod/mini';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { changeStatus, lockOrder } from '../../order/change-order.server.ts';
import { readOrder, type StoredOrder } from '../../order/read-order.server.ts';
import type { OfflineMethod, Tender } from '../../payment/payment-methods.ts';
import type { FieldErrorCode } from '../../plain-text.ts';
import { handOverAll } from '../handover/hand-over.server.ts';
import {
  company,
  customer,
  type FieldError,
  item,
  orderForm,
  type PlacedForm,
  requestedLines,
} from '../place/order-form.ts';
import { commitOrBusy, type OrderRefusal, type OrderSource, placeInTransaction } from '../place/place-order.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { bookReceived } from './desk.server.ts';
import { keepForFitting } from './keep-for-fitting.server.ts';

/** An order that an employee enters. Unknown data of the buyer are empty. Prices are those of the catalogue. `price`: the one that the employee saw, in euros. */
export type DeskForm = PlacedForm & {
  paymentMethod: OfflineMethod;
  items: readonly { id: string; count: number; price?: number | undefined }[];
};

type CounterForm = Omit<DeskForm, 'paymentMethod' | 'fulfilment' | 'plate'> & { plate?: DeskForm['plate'] };

type EmployeeRequest = { key: string; actor: string };

type DeskOrderResult = { ok: true; order: StoredOrder } | OrderRefusal;

/** Places an order, books its money and hands it over, in one transaction. With `fitting`, the hand-over follows the fitting. Idempotent. */
export async function sellAtCounter(
  shop: ShopContext,
  form: CounterForm,
  { key, actor, tender }: EmployeeRequest & { tender: Tender },
): Promise<DeskOrderResult> {
  const fulfilment = form.fitting ? 'fitting' : 'pickup';
  const plate = form.plate ?? null;
  const placedForm: DeskForm = { ...form, paymentMethod: 'pay_at_branch', fulfilment, plate };
  const fieldsNeededForMails: BuyerField[] = form.customer.email === '' ? [] : ['name'];
  const checked = checkForm(placedForm, shop.shopConfig, fieldsNeededForMails);
  if (checked.errors.length > 0) return { ok: false, reason: 'validation', errors: checked.errors };
  return commitOrBusy(shop, async (trx) => {
    const change = { at: shop.now(), actor };
    const request = { ...placedForm, tender };
    const source = sourceOf('counter', key, actor);
    const placed = await placeInTransaction(trx, shop, { ...checked, request }, source, change.at);
    if (!placed.ok || !placed.isNew) return placed;
    const order = await lockOrder(trx, placed.order.order.id);
    const booked = await bookReceived(trx, shop, order, { tender }, change);
    if (!booked.ok) throw new Error(`the money of a new order was not booked: ${booked.reason}`);
    if (placed.order.booking) await keepForFitting(trx, order, placed.order.booking, change);
    else {
      await changeStatus(trx, order, 'completed', change);
      await handOverAll(trx, order, change);
    }
    await issueDueDocuments(trx, shop, order, change);
    return { ok: true, order: await readOrder(trx, order.id) };
  });
}

/** Places an order by phone, without a buyer's limits; the e-mail address is optional. `termsTold`: the buyer was told the terms of sale. Idempotent. */
export async function placeForBuyer(
  shop: ShopContext,
  form: DeskForm,
  { key, actor, termsTold }: EmployeeRequest & { termsTold: boolean },
): Promise<DeskOrderResult | { ok: false; reason: 'terms-not-told' }> {
  if (!termsTold) return { ok: false, reason: 'terms-not-told' };
  const checked = checkForm(form, shop.shopConfig, ['name', 'phone']);
  if (checked.errors.length > 0) return { ok: false, reason: 'validation', errors: checked.errors };
  const source = { ...sourceOf('phone', key, actor), eventData: { channel: 'phone', terms: 'told' } };
  return commitOrBusy(shop, (trx) => placeInTransaction(trx, shop, { ...checked, request: form }, source, shop.now()));
}

function sourceOf(channel: 'phone' | 'counter', key: string, actor: string): OrderSource {
  return { channel, actor, key, buyerLimits: null, deviceId: null, eventData: { channel } };
}

type BuyerField = keyof DeskForm['customer'];

/** Checks a form. Returns it as the order stores it: with the codes of the company in their usual spelling, and without hidden characters. */
function checkForm(form: DeskForm, { branches }: ShopConfig, requiredFields: readonly BuyerField[]) {
  const errors: FieldError[] = [];
  if (!branches.some(({ id }) => id === form.branch)) errors.push({ path: 'branch', code: 'unknown' });
  const buyerText = (field: BuyerField) => {
    const text = form.customer[field];
    const isOptional = text === '' && !requiredFields.includes(field);
    return isOptional ? '' : parseField(errors, `customer.${field}`, customer.shape[field], text);
  };
  const stored = {
    ...form,
    customer: { name: buyerText('name'), email: buyerText('email'), phone: buyerText('phone') },
    plate: parseField(errors, 'plate', orderForm.shape.plate, form.plate),
    note: parseField(errors, 'note', orderForm.shape.note, form.note),
    company: form.company && parseField(errors, 'company', company, form.company),
  };
  for (const [index, { id, count }] of form.items.entries()) {
    errors.push(...errorsIn(`items.${index}.id`, item.shape.id, id));
    errors.push(...errorsIn(`items.${index}.count`, item.shape.count, count));
  }
  if (form.fitting && form.fulfilment !== 'fitting') errors.push({ path: 'fitting', code: 'invalid' });
  if (form.items.length === 0) errors.push({ path: 'items', code: 'required' });
  return { form: stored, lines: requestedLines(form.items), errors };
}

/** Returns a value as its schema parses it. An invalid value is returned unchanged, and its errors are added to `errors`. */
export function parseField<T>(errors: FieldError[], path: string, schema: ZodMiniType<T>, value: T): T {
  errors.push(...errorsIn(path, schema, value));
  return schema.safeParse(value).data ?? value;
}

export function errorsIn(path: string, schema: ZodMiniType, value: unknown): FieldError[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map(({ path: innerPath, message: code }) => ({
    path: [path, ...innerPath.map(String)].join('.'),
    code: code as FieldErrorCode,
  }));
}
