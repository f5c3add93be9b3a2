import { designationOf } from './designation.ts';
import { dotYearOf } from './dot-year.ts';
import { eanOf } from './ean.ts';
import { labelOf } from './label.ts';
import { marksOf } from './marks.ts';
import { priceOf } from './price.ts';
import { randomOf } from './random.ts';
import { stockOf } from './stock.ts';
import { supplierOf } from './suppliers.ts';
import { isWinter, type Tire, tireKey } from './tire.ts';
import { weightOf } from './weight.ts';

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}

function studs({ model }: Tire): string {
  return model.kind === 'studded' || model.kind === 'studdable' ? model.kind : 'none';
}

function season(tire: Tire): string {
  if (isWinter(tire)) return 'winter';
  return tire.model.kind === 'all_season' ? 'all_season' : 'summer';
}

/** One line of the price list by column. `number` is unique in the list: it makes the article number and the EAN. */
export function rowOf(tire: Tire, number: number, lot: number) {
  const { maker, name, kind, vehicle } = tire.model;
  const random = randomOf(`row ${tireKey(tire)} ${lot}`);
  const supplier = supplierOf(tire, lot, random);
  const dotYear = dotYearOf(tire, lot, random);
  const label = labelOf(tire);
  const stock = stockOf(tire, random);
  return {
    supplier: supplier.code,
    supplier_sku: supplier.sku(tire, number),
    ean: eanOf(number),
    manufacturer: maker.name,
    model: name,
    size: designationOf(tire),
    season: season(tire),
    studs: studs(tire),
    runflat: yes(tire.runflat),
    vehicle,
    competition: yes(kind === 'racing'),
    marks: marksOf(tire).join(' '),
    fuel: label?.fuel ?? '',
    wet: label?.wet ?? '',
    noise_db: label?.noise ?? '',
    noise_class: label?.noiseClass ?? '',
    snow: label ? yes(label.snow) : '',
    ice: label ? yes(label.ice) : '',
    eprel_id: '',
    dot_year: dotYear,
    weight_kg: weightOf(tire, random()).toFixed(1),
    price: priceOf(tire, dotYear, random),
    stock_ringtee: stock.ringtee,
    stock_annelinn: stock.annelinn,
    stock_supplier: stock.supplier,
    lead_days: supplier.leadDays + (vehicle === 'truck' ? 2 : 0),
  };
}

export type Row = ReturnType<typeof rowOf>;

export const columns = [
  'supplier',
  'supplier_sku',
  'ean',
  'manufacturer',
  'model',
  'size',
  'season',
  'studs',
  'runflat',
  'vehicle',
  'competition',
  'marks',
  'fuel',
  'wet',
  'noise_db',
  'noise_class',
  'snow',
  'ice',
  'eprel_id',
  'dot_year',
  'weight_kg',
  'price',
  'stock_ringtee',
  'stock_annelinn',
  'stock_supplier',
  'lead_days',
] as const satisfies readonly (keyof Row)[];
