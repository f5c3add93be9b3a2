import type { NextStep } from '../shop/order/order-view.ts';
import type { Words } from './words.ts';

type Transfer = Extract<NextStep, { type: 'instructions' }>;

/** Everything a bank asks for, each value by itself so that it can be copied. */
export function transferRows({ transfer, money }: Words, next: Transfer, number: string): [string, string][] {
  return [
    [transfer('holder'), next.holder],
    [transfer('iban'), next.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    [transfer('bank'), `${next.bank}, ${next.bic}`],
    [transfer('reference'), next.reference],
    [transfer('message'), number],
    [transfer('amount'), money(next.amount)],
  ];
}
