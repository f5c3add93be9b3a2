import { readSuppliers } from '../../src/shop/catalog/supplier/read-suppliers.ts';

/** Hours after which a supplier's list no longer counts the tires of a purchase. */
const listLagHours = 4;

export const cutOff = '11:00';

const declaration = (id: string) => ({
  id,
  name: `${id} OÜ`,
  from: { file: 'list.csv' },
  format: { kind: 'csv' },
  columns: {
    supplier_sku: 'sku',
    manufacturer: 'maker',
    model: 'model',
    size: 'size',
    season: 'season',
    studs: 'studs',
  },
  stock: { from: 'stock' },
  price: { from: 'price', vat: 'included' },
  leadDays: 1,
  order: { by: 'list', email: `orders@${id}.example`, cutOff, listLagHours },
});

export const suppliers = readSuppliers([declaration('pohja'), declaration('louna')]);

/** A tire of the day's catalogue. `ringtee`, `annelinn`: tires there when the day begins; `listed`: in its supplier's list. */
export type CatalogueTire = {
  sku: string;
  supplier: string;
  price: number;
  ringtee: number;
  annelinn: number;
  listed: number;
};

const tire = (sku: string, supplier: string, price: number, [ringtee, annelinn, listed]: number[]): CatalogueTire => ({
  sku,
  supplier,
  price,
  ringtee: ringtee ?? 0,
  annelinn: annelinn ?? 0,
  listed: listed ?? 0,
});

/** Prices in cents, some of which are rounded when they are paid in cash. */
export const catalogue: readonly CatalogueTire[] = [
  tire('BOTH1', 'own', 7989, [60, 60]),
  tire('BOTH2', 'own', 10_250, [60, 60]),
  tire('BOTH3', 'own', 6_147, [60, 60]),
  tire('RINGTEE', 'own', 11_999, [60, 0]),
  tire('ANNELINN', 'own', 8_490, [0, 60]),
  tire('POHJA1', 'pohja', 7_250, [0, 0, 80]),
  tire('POHJA2', 'pohja', 12_801, [0, 0, 80]),
  tire('LOUNA1', 'louna', 9_933, [0, 0, 80]),
  tire('LOUNA2', 'louna', 5_405, [0, 0, 80]),
  // Each place has few, so that one order takes tires from both branches and the supplier.
  tire('FEW', 'pohja', 14_500, [1, 1, 80]),
];

/** The catalogue with each stock count multiplied by `factor`, except for tires that must stay few. */
export function catalogueOf(factor: number): readonly CatalogueTire[] {
  return catalogue.map(({ ringtee, annelinn, listed, ...tire }) => {
    const isFew = tire.sku === 'FEW';
    return {
      ...tire,
      ringtee: isFew ? ringtee : ringtee * factor,
      annelinn: isFew ? annelinn : annelinn * factor,
      listed: listed * factor,
    };
  });
}

const columns = 'supplier,supplier_sku,manufacturer,model,size,season,studs,price,lead_days,stock_supplier';

const row = ({ sku, supplier, price, listed }: CatalogueTire) =>
  `${supplier},${sku},Nokian,Day ${sku},205/55R16 91V,summer,none,${(price / 100).toFixed(2)},1,${listed}`;

/** The list with which the day begins: it also contains the stock of the branches. */
export function openingList(catalogue: readonly CatalogueTire[]): string {
  const rows = catalogue.map((tire) => `${row(tire)},${tire.ringtee},${tire.annelinn}`);
  return [`${columns},stock_ringtee,stock_annelinn`, ...rows, ''].join('\n');
}

/** A list of a supplier with other counts, which names no branch. */
export function supplierList(supplier: string, countOf: (sku: string) => number): string {
  const tires = catalogue.filter((tire) => tire.supplier === supplier);
  return [columns, ...tires.map((tire) => row({ ...tire, listed: countOf(tire.sku) })), ''].join('\n');
}
