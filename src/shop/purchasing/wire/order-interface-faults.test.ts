import { expect, test } from 'vitest';
import type { Supplier } from '../../catalog/supplier/declaration.ts';
import { orderDeclaration } from '../../catalog/supplier/order-declaration.ts';
import { orderInterfaceFaults } from './order-interface-faults.ts';

const access = { url: 'https://b2b.x.example/order', onlyAt: 'https://shop.example', cutOff: '15:30' };
const ediwheel = {
  ...access,
  by: 'ediwheel',
  norm: 'A2.5',
  buyer: ['30012456', 91],
  consignee: { ringtee: ['67890', 91], annelinn: ['4012345000009', 9] },
};
const http = {
  ...access,
  by: 'http',
  as: 'json',
  body: { reference: '{{reference}}', items: ['{{#lines}}', { ean: '{{ean}}', qty: '{{count}}' }] },
  answer: { state: 'status', states: { OK: 'accepted' } },
  consignee: { ringtee: '1', annelinn: '2' },
};

const faultsOf = (declaration: object, otherIds: string[] = []) => {
  const supplier = { id: 'maker', name: 'Maker', order: orderDeclaration.parse(declaration) } as unknown as Supplier;
  const otherSuppliers = otherIds.map((id) => ({ id }) as unknown as Supplier);
  return orderInterfaceFaults([supplier, ...otherSuppliers], ['ringtee', 'annelinn']);
};

test('a supplier with a number for each branch has no faults', () => {
  expect(faultsOf(ediwheel)).toEqual([]);
  expect(faultsOf(http)).toEqual([]);
  expect(faultsOf({ by: 'list', email: 'a@x.example', cutOff: '15:30' })).toEqual([]);
});

test('names branches without a number, numbers without a branch, and shared secrets', () => {
  expect(faultsOf({ ...ediwheel, consignee: { ringtee: ['67890', 91], narva: ['1', 92] } })).toEqual([
    'supplier maker: order.consignee: has no number for the branch annelinn',
    'supplier maker: order.consignee.narva: is not a branch',
  ]);
  expect(faultsOf(http, ['maker-api', 'maker-2'])).toEqual([
    'supplier maker: id: the supplier maker-api would have the same secret',
  ]);
});

test('names placeholders without a value', () => {
  const status = { url: 'https://b2b.x.example/orders/{{number}}' };
  expect(faultsOf({ ...http, body: { ref: '{{refrence}}', ean: '{{ean}}' }, status })).toEqual([
    'supplier maker: order.body: {{refrence}} is not available here',
    'supplier maker: order.body: {{ean}} is not available here',
    'supplier maker: order.status.url: {{number}} is not available here',
  ]);
});

test.each<[string, object, RegExp]>([
  ['a GLN with a wrong check digit', { ...ediwheel, buyer: ['4012345000008', 9] }, /GLN/],
  ['a number of 18 digits', { ...ediwheel, buyer: ['123456789012345678', 91] }, /at most 17/],
  ['an unknown agency code', { ...ediwheel, buyer: ['1', 93] }, /91 for the supplier/],
  ['an unknown norm', { ...ediwheel, norm: 'B4.0' }, /A2.5 or C1.0/],
  ['an http address', { ...ediwheel, url: 'http://b2b.x.example/order' }, /https/],
  ['a password in an address', { ...ediwheel, status: 'https://user:secret@b2b.x.example/' }, /password/],
  ['an unknown outcome', { ...http, answer: { state: 'status', states: { OK: 'fine' } } }, /accepted, confirmed/],
  ['no address of the shop', { ...http, onlyAt: undefined }, /PUBLIC_URL/],
  ['an unknown channel', { by: 'fax' }, /list, ediwheel or http/],
])('refuses a declaration with %s', (_, declared, message) => {
  expect(JSON.stringify(orderDeclaration.safeParse(declared).error?.issues)).toMatch(message);
});
