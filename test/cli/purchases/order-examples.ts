import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';

type OrderDeclaration = NonNullable<SupplierDeclaration['order']>;

/** The two examples of docs/supply/suppliers.md; wire-limits.test.ts compares them with the page. */
export const makerOrder: OrderDeclaration = {
  by: 'ediwheel',
  norm: 'A2.5',
  url: 'https://edi.maker.example/ediwheel/order',
  status: 'https://edi.maker.example/ediwheel/status',
  onlyAt: 'https://shop.example',
  login: { basic: true },
  buyer: ['30012456', 91],
  consignee: { ringtee: ['67890', 91], annelinn: ['67891', 91] },
  cutOff: '15:30',
};

export const wholesalerOrder: OrderDeclaration = {
  by: 'http',
  url: 'https://api.wholesaler.example/http/orders',
  status: { url: 'https://api.wholesaler.example/http/orders/{{reference}}' },
  as: 'json',
  body: {
    reference: '{{reference}}',
    to: '{{consignee}}',
    products: ['{{#lines}}', { sku: '{{sku}}', ean: '{{ean}}', qty: '{{count}}', text: '{{name}} {{size}}' }],
  },
  answer: {
    state: 'OrderStatus',
    states: { Accepted: 'accepted', Declined: 'rejected' },
    number: 'OrderNumber',
    reference: 'reference',
    reason: 'message',
    lines: {
      at: 'products',
      sku: 'sku',
      state: 'state',
      states: { confirmed: 'confirmed', 'sold out': 'refused' },
      count: 'qty',
      date: 'date',
    },
  },
  onlyAt: 'https://shop.example',
  login: { basic: true },
  consignee: { ringtee: '67890', annelinn: '67891' },
  cutOff: '15:30',
};
