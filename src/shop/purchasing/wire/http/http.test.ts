import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Template } from '../../../catalog/supplier/order-declaration.ts';
import type { OrderedTire } from '../../order-terms.ts';
import { fillAddress, fillTemplate, formText, unknownPlaceholders } from './fill-template.ts';
import { type AnswerTerms, readHttpAnswer } from './read-http-answer.ts';

const lines: OrderedTire[] = [
  {
    lineId: 71,
    supplierSku: 'B1',
    ean: '6419440382319',
    title: 'Nokian "R5" }} & {{ean}}',
    size: '205/55 R16',
    count: 4,
  },
  { lineId: 72, supplierSku: 'C2', ean: null, title: 'Nokian', size: '225/45 R17', count: 2 },
];
const order = { reference: 'P26-00017', branch: 'ringtee', requestedOn: '2026-11-24', consignee: '67890', lines };

const template: Template = {
  reference: '{{reference}}',
  remarks: 'Rehvipood {{reference}}, by {{date}}',
  to: '{{consignee}}',
  express: false,
  products: ['{{#lines}}', { ean: '{{ean}}', qty: '{{count}}', text: '{{name}} {{size}}' }],
};

test('fills in a template: a value alone in its text keeps its type, and quotes and braces in a name stay text', () => {
  expect(JSON.parse(JSON.stringify(fillTemplate(template, order)))).toEqual({
    reference: 'P26-00017',
    remarks: 'Rehvipood P26-00017, by 2026-11-24',
    to: '67890',
    express: false,
    products: [
      { ean: '6419440382319', qty: 4, text: 'Nokian "R5" }} & {{ean}} 205/55 R16' },
      { ean: null, qty: 2, text: 'Nokian 225/45 R17' },
    ],
  });
});

test('any text as a name, article or EAN changes no other field', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (title, supplierSku, ean) => {
      const line: OrderedTire = { lineId: 1, supplierSku, ean, title, size: '', count: 1 };
      const filled = fillTemplate(
        { rows: ['{{#lines}}', { sku: '{{sku}}', ean: '{{ean}}', name: '{{name}}' }] },
        { ...order, lines: [line] },
      );
      expect(JSON.parse(JSON.stringify(filled))).toEqual({ rows: [{ sku: supplierSku, ean, name: title }] });
    }),
  );
});

test('writes a form with nested fields, and addresses with encoded values', () => {
  const fields = new URLSearchParams(formText(fillTemplate(template, order)));
  expect(fields.get('products[0][text]')).toBe('Nokian "R5" }} & {{ean}} 205/55 R16');
  expect(fields.get('products[1][ean]')).toBe('');
  expect(fields.get('products[1][qty]')).toBe('2');
  const address = fillAddress('https://x.example/orders/{{reference}}?to={{consignee}}', {
    ...order,
    consignee: 'a/b&c',
  });
  expect(address).toBe('https://x.example/orders/P26-00017?to=a%2Fb%26c');
});

test('lists unknown placeholders, and those of a line outside a {{#lines}} array', () => {
  expect(unknownPlaceholders(template)).toEqual([]);
  expect(
    unknownPlaceholders({ a: '{{ean}}', b: ['{{#lines}}', '{{price}}', '{{reference}}'], c: ['x {{ }}'] }),
  ).toEqual(['{{ean}}', '{{price}}', '{{ }}']);
});

const terms: AnswerTerms = {
  state: 'OrderStatus',
  states: { Accepted: 'accepted', Complete: 'confirmed', Declined: 'rejected', NotFound: 'unknown' },
  number: 'OrderNumber',
  reference: 'reference',
  date: 'delivery',
  reason: 'message',
  lines: {
    at: 'data.products',
    ean: 'ean',
    sku: 'sku',
    state: 'state',
    states: { ok: 'confirmed', later: 'backordered', no: 'refused', wait: 'open' },
    count: 'qty',
    date: 'day',
    reason: 'text',
  },
};
const read = (answer: unknown) => readHttpAnswer(JSON.stringify(answer), order, terms);
const nothingAnswered = { confirmed: 0, backordered: 0, refused: 0, expectedOn: null, reason: '' };
const products = (...items: object[]) => ({ OrderStatus: 'Accepted', OrderNumber: 88, data: { products: items } });

test('reads a confirmation of the whole order for a day', () => {
  expect(read({ OrderStatus: 'Complete', OrderNumber: 88, reference: 'P26-00017', delivery: '24.11.2026' })).toEqual({
    outcome: 'accepted',
    supplierNumber: '88',
    lines: [
      { ...nothingAnswered, lineId: 71, confirmed: 4, expectedOn: '2026-11-24' },
      { ...nothingAnswered, lineId: 72, confirmed: 2, expectedOn: '2026-11-24' },
    ],
  });
});

test('books nothing of a whole confirmation whose lines are about other tires', () => {
  const answer = { ...products({ sku: 'Z9', qty: 4, state: 'ok' }), OrderStatus: 'Complete' };
  expect(read(answer)).toEqual({ outcome: 'accepted', supplierNumber: '88', lines: [] });
  expect(read({ ...answer, data: { products: [] } })).toMatchObject({ lines: [{ confirmed: 4 }, { confirmed: 2 }] });
});

test('reads lines that are confirmed for two days, on back order and refused', () => {
  const answer = products(
    { ean: '06419440382319', qty: 2, state: 'ok', day: '2026-11-24T08:00:00Z' },
    { ean: '6419440382319', sku: 'B1', qty: '1', state: 'ok', day: '2026-11-27' },
    { sku: 'B1', qty: 1, state: 'later' },
    { sku: 'C2', qty: 2, state: 'no', text: 'sold out' },
  );
  expect(read(answer)).toEqual({
    outcome: 'accepted',
    supplierNumber: '88',
    lines: [
      { ...nothingAnswered, lineId: 71, confirmed: 3, backordered: 1, expectedOn: '2026-11-27' },
      { ...nothingAnswered, lineId: 72, refused: 2, reason: 'no; sold out' },
    ],
  });
});

test.each([
  ['2026-11-23T22:00:00.000Z', '2026-11-24'],
  ['2026-06-23T21:00:00+00:00', '2026-06-24'],
  ['2026-11-24T00:00:00+02:00', '2026-11-24'],
  ['2026-11-24T23:30:00', '2026-11-24'],
  ['2026-11-23T22:00:00+0000', '2026-11-24'],
  ['2026-11-23 22:00+00', '2026-11-24'],
  ['2026-11-24T23:59:59Z', '2026-11-24'],
  ['9999-12-31T23:00:00Z', null],
  ['0001-01-01T00:00:00Z', null],
  ['2026-02-30T22:00:00Z', null],
])('reads %s as the day in Tallinn', (delivery, expectedOn) => {
  expect(read({ OrderStatus: 'Complete', delivery })).toMatchObject({ lines: [{ expectedOn }, {}] });
});

test('reads a day that does not exist as no day', () => {
  expect(read({ OrderStatus: 'Complete', delivery: '30.02.2026' })).toMatchObject({
    lines: [{ expectedOn: null }, {}],
  });
  expect(read({ OrderStatus: 'Complete', delivery: '2026-02-30' })).toMatchObject({
    lines: [{ expectedOn: null }, {}],
  });
});

test('books nothing of a line with an unknown state, too many pieces, or without an article code and EAN that fit one tire', () => {
  expect(read(products({ sku: 'B1', qty: 4, state: 'maybe' }))).toMatchObject({
    lines: [{ ...nothingAnswered, reason: 'maybe' }],
  });
  expect(read(products({ sku: 'B1', qty: 5, state: 'ok' }))).toMatchObject({
    lines: [{ confirmed: 0, reason: expect.stringContaining('5 confirmed') }],
  });
  expect(read(products({ sku: 'B1', qty: 1.5, state: 'ok' }))).toMatchObject({ lines: [{ confirmed: 0 }] });
  expect(read(products({ sku: 'B1', ean: '4000000000001', qty: 4, state: 'ok' }))).toMatchObject({ lines: [] });
  expect(read(products({ qty: 4, state: 'ok' }))).toMatchObject({ lines: [] });
});

test.each<[string, string, string, RegExp]>([
  ['a refusal', '{"OrderStatus":"Declined","message":"credit limit"}', 'rejected', /Declined; credit limit/],
  ['no such order', '{"OrderStatus":"NotFound"}', 'unknown', /NotFound/],
  ['an unknown state', '{"OrderStatus":"Parked"}', 'unclear', /Parked/],
  ['a state with the name of an inherited property', '{"OrderStatus":"constructor"}', 'unclear', /constructor/],
  ['no state', '{"ok":true}', 'unclear', /no OrderStatus/],
  ['another reference', '{"OrderStatus":"Accepted","reference":"P26-00016"}', 'unclear', /P26-00016/],
  ['HTML', '<html>Login</html>', 'unclear', /HTML/],
  ['half an answer', '{"OrderStatus":"Acc', 'unclear', /no JSON/],
  ['nothing', ' ', 'unclear', /empty/],
])('decides the outcome of an answer with %s', (_, text, outcome, reason) => {
  expect(readHttpAnswer(text, order, terms)).toEqual({ outcome, reason: expect.stringMatching(reason) });
});
