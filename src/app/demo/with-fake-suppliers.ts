import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { SupplierDeclaration } from '../../shop/catalog/supplier/declaration.ts';
import type { ConnectionOptions } from '../../shop/catalog/supplier/fetch/request.server.ts';
import { startSupplierFake } from '../../suppliers-fake/start-supplier-fake.ts';
import type { Config } from '../config.ts';
import { startDemoPictures } from './demo-pictures.ts';

export type FakeSuppliers = {
  suppliers: SupplierDeclaration[];
  keys: Record<string, string>;
  connection: ConnectionOptions;
  storePictureUrls(db: Kysely<Tables>): Promise<void>;
  stop(): Promise<void>;
};

/** Starts fakes of the demonstration suppliers: nordwheel (EDIWheel, pictures), baltrehv (JSON), rehviladu (mail). The declarations of the first two name this shop in `onlyAt`: no other may send them orders. */
export async function startFakeSuppliers(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  branches: readonly string[],
): Promise<FakeSuppliers> {
  const secret = `rehvipood:${randomBytes(12).toString('hex')}`;
  const nordwheel = await startSupplierFake({ secret });
  const baltrehv = await startSupplierFake({ secret });
  const pictures = await startDemoPictures('nordwheel');
  // How the fakes answer their first two orders. They confirm further orders.
  nordwheel.plan('partly', 'split-delivery');
  baltrehv.plan('timeout', 'refuse-last-line');
  const cutOff = '15:30';
  const login = { basic: true as const };
  return {
    suppliers: [
      {
        ...supplier('nordwheel', 'NordWheel'),
        pictures: pictures.terms,
        order: {
          by: 'ediwheel',
          norm: 'A2.5',
          onlyAt: publicUrl,
          login,
          cutOff,
          buyer: partyOf(30_012_456),
          url: 'https://nordwheel.fake/ediwheel/order',
          status: 'https://nordwheel.fake/ediwheel/status',
          inquiry: 'https://nordwheel.fake/ediwheel/inquiry',
          consignee: Object.fromEntries(branches.map((branch, index) => [branch, partyOf(67_890 + index)])),
        },
      },
      {
        ...supplier('baltrehv', 'BaltRehv'),
        order: {
          by: 'http',
          as: 'json',
          onlyAt: publicUrl,
          login,
          cutOff,
          url: 'https://baltrehv.fake/http/orders',
          status: { url: 'https://baltrehv.fake/http/orders/{{reference}}' },
          body: {
            reference: '{{reference}}',
            to: '{{consignee}}',
            products: ['{{#lines}}', { sku: '{{sku}}', ean: '{{ean}}', qty: '{{count}}' }],
          },
          answer: {
            state: 'OrderStatus',
            number: 'OrderNumber',
            reference: 'reference',
            states: { Accepted: 'accepted', Declined: 'rejected' },
            lines: {
              at: 'products',
              sku: 'sku',
              state: 'state',
              count: 'qty',
              date: 'date',
              states: { confirmed: 'confirmed', 'sold out': 'refused' },
            },
          },
          consignee: Object.fromEntries(branches.map((branch) => [branch, branch])),
        },
      },
      {
        ...supplier('rehviladu', 'Rehviladu'),
        order: { by: 'list', email: 'tellimused@rehviladu.example', cutOff },
      },
    ],
    keys: { 'nordwheel-order': secret, 'baltrehv-order': secret },
    connection: {
      fakes: { 'nordwheel.fake': nordwheel.origin, 'baltrehv.fake': baltrehv.origin, ...pictures.connection },
    },
    storePictureUrls: pictures.offer,
    async stop() {
      await pictures.stop();
      await nordwheel.close();
      await baltrehv.close();
    },
  };
}

const agencyCodeForSupplierNumber = 91;

const partyOf = (number: number): [string, 91] => [`${number}`, agencyCodeForSupplierNumber];

/** Declares a supplier of the demonstration list. The list is already imported, so the shop never fetches it. */
function supplier(id: string, name: string): Omit<SupplierDeclaration, 'order'> {
  const columns = ['supplier_sku', 'manufacturer', 'model', 'size', 'season', 'studs'] as const;
  return {
    id,
    name,
    from: { file: 'data/price-list.csv' },
    format: { kind: 'csv', delimiter: ',' },
    leadDays: 3,
    columns: Object.fromEntries(columns.map((column) => [column, column])) as Record<(typeof columns)[number], string>,
    stock: { from: 'stock_supplier' },
    price: { from: 'price', vat: 'included' },
  };
}
