import { expect, test } from 'vitest';
import { isPaidOnline, methodWord } from './method-word.ts';

test.each([
  ['pay_at_branch', 'pay_at_branch', false],
  ['bank_transfer', 'bank_transfer', false],
  ['montonio:paymentInitiation:EE:LHVBEE22', 'bank', true],
  ['montonio:cardPayments', 'card', true],
  ['stripe:card', 'card', true],
  ['montonio:bnpl', 'pay_later', true],
  ['montonio:hirePurchase', 'pay_later', true],
])('%s is named %s', (id, word, online) => expect([methodWord(id), isPaidOnline(id)]).toEqual([word, online]));
