import { randomUUID } from 'node:crypto';
import type { FieldError, FittingForm } from '../../shop/checkout/place/order-form.ts';
import type { OrderRefusal } from '../../shop/checkout/place/place-order.server.ts';
import { defaultLocale, localeIds } from '../../shop/locale.ts';
import type { StoredOrder } from '../../shop/order/read-order.server.ts';
import { oneOf, requiredBranch, textOption } from '../arguments.ts';
import { type Call, NotDone, UsageError } from '../command.ts';
import {
  bookingJson,
  bookingLine,
  impossibleWorkReason,
  timeHelp,
  timeOption,
  timeRefusalError,
  vehicleOption,
} from '../fitting/fitting-options.ts';

export const fittingHelp = `  --at TIME          the fitting time: ${timeHelp}
  --vehicle V        with --at: car, suv or van; by default car
  --storage          with --at: the buyer's other set of tires is in the storage of the branch`;

/** Reads the number plate from --fit. Without --at, `fitting` is absent. Throws UsageError for --vehicle or --storage without --at. */
export function readFitting(call: Call): { plate: string | null; fitting?: FittingForm } {
  const plate = textOption(call, 'fit') ?? null;
  const at = timeOption(call, 'at');
  const vehicle = vehicleOption(call);
  const storage = call.values.storage === true;
  if (!at && (vehicle || storage)) throw new UsageError('--vehicle and --storage are for a fitting time: --at TIME');
  if (!at) return { plate };
  const wantsEarlierTime = false;
  return { plate, fitting: { at: at.toISOString(), vehicle: vehicle ?? 'car', storage, earlier: wantsEarlierTime } };
}

export function fittingOutput({ booking, order }: StoredOrder) {
  const json = booking && bookingJson(booking, order.number);
  return { json: { fitting: json }, lines: booking ? [`Fitting: ${bookingLine(booking)}.`] : [] };
}

export const companyNoteAndKeyHelp = `  --company NAME     invoices this company; with --reg-code CODE and, if it has them, --vat-number NUMBER and --address TEXT
  --language L       ${localeIds.join(', ')}; by default ${defaultLocale}
  --note TEXT        a note for the branch
  --key KEY          a key of your choice: the same command with the same key places no second order`;

export function readForm(call: Call) {
  const branch = requiredBranch(call);
  if (call.positionals.length === 0) throw new UsageError('name the tires: TIRE=COUNT');
  const text = (name: string) => textOption(call, name) ?? '';
  return {
    key: textOption(call, 'key') ?? randomUUID(),
    form: {
      branch,
      locale: oneOf(textOption(call, 'language'), localeIds, 'language') ?? defaultLocale,
      customer: { name: text('name'), email: text('email'), phone: text('phone') },
      company: companyOf(call) ?? null,
      note: text('note'),
      items: call.positionals.map(itemOf),
    },
  };
}

export function companyOf(call: Call) {
  const name = textOption(call, 'company');
  const regCode = textOption(call, 'reg-code') ?? '';
  const vatNumber = textOption(call, 'vat-number') ?? '';
  const address = textOption(call, 'address') ?? '';
  if (name === undefined && (regCode || vatNumber || address))
    throw new UsageError('a company needs its name: --company NAME');
  return name === undefined ? undefined : { name, regCode, vatNumber, address };
}

function itemOf(text: string): { id: string; count: number } {
  const [, id, count] = /^(\S+)=(\d{1,4})$/.exec(text) ?? [];
  if (id === undefined || count === undefined) throw new UsageError(`${text} is not TIRE=COUNT`);
  return { id, count: Number(count) };
}

/** The options that are not named like the path of their form field. */
export const optionOf: Record<string, string> = {
  'customer.name': '--name',
  'customer.email': '--email',
  'customer.phone': '--phone',
  plate: '--fit',
  'company.name': '--company',
  'company.regCode': '--reg-code',
  'company.vatNumber': '--vat-number',
  'company.address': '--address',
};

/** Returns the error for an order that was refused: UsageError for a wrong form, otherwise NotDone. */
export function orderRefusalError(refusal: OrderRefusal | { ok: false; reason: 'terms-not-told' }): Error {
  switch (refusal.reason) {
    case 'validation':
      return formRefusalError(refusal.errors);
    case 'out-of-stock': {
      const missing = refusal.items.map(({ id, available }) => `only ${available} of ${id} are available`);
      return new NotDone(refusal.reason, missing.join(', '));
    }
    case 'slot-taken':
      return timeRefusalError({ reason: refusal.reason, starts: refusal.starts.map((start) => new Date(start)) });
    case 'key-reused':
      return new NotDone(refusal.reason, 'this --key was used for another order');
    case 'terms-not-told':
      return new UsageError('tell the buyer the terms of sale, then use --terms-told');
    default:
      // `in-progress` or `busy`: the commands send no prices (`price-changed`), and buyers' limits (`too-many-…`) do not apply.
      return new NotDone(refusal.reason, 'another order is being placed; try again');
  }
}

function formRefusalError(errors: readonly FieldError[]): Error {
  const areTiresUnknown = errors.every(({ path, code }) => /^items\.\d+\.id$/.test(path) && code === 'unknown');
  if (areTiresUnknown) return new NotDone('unknown-tire', 'there is no such tire');
  const isWorkImpossible = errors.every(({ path, code }) => path === 'fitting' && code === 'unknown');
  if (isWorkImpossible) return timeRefusalError({ reason: impossibleWorkReason });
  const nameOf = (path: string) => {
    const itemIndex = /^items\.(\d+)\./.exec(path)?.[1];
    if (itemIndex !== undefined) return `tire ${Number(itemIndex) + 1}`;
    return optionOf[path] ?? `--${path.replace(/\..*$/, '')}`;
  };
  return new UsageError(errors.map(({ path, code }) => `${nameOf(path)}: ${code}`).join(', '));
}
