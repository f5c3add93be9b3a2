import { pickNumber, type Random, randomOf } from './random.ts';
import { supplierOf } from './suppliers.ts';
import { designationOf } from './tire/designation.ts';
import { labelOf } from './tire/label.ts';
import { marksOf } from './tire/marks.ts';
import { priceOf } from './tire/price.ts';
import { stockOf } from './tire/stock.ts';
import { isWinter, type Tire, tireKey } from './tire/tire.ts';
import { weightOf } from './tire/weight.ts';

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function studs({ model }: Tire): string {
  return model.kind === 'studded' || model.kind === 'studdable' ? model.kind : 'none';
}

function season(tire: Tire): string {
  if (isWinter(tire)) return 'winter';
  return tire.model.kind === 'all_season' ? 'all_season' : 'summer';
}

/** Step between the EANs of neighbouring rows; coprime to 10, so that no two rows get the same. */
const eanStep = 7_368_787;

/** EAN-13 with prefix 20, which GS1 reserves for use within a company, so it is no real product. */
function eanOf(number: number): string {
  const digits = `20${String((number * eanStep) % 10_000_000_000).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Year of manufacture in a list of November 2026; further lots rotate the years. */
function dotYearOf(tire: Tire, lot: number, random: Random): number {
  if (lot > 0) return 2026 - ((pickNumber(random, '0:1 1:1 2:1') + lot) % 3);
  if (tire.model.options.includes('old')) return pickNumber(random, '2026:15 2025:45 2024:32 2023:8');
  return pickNumber(random, isWinter(tire) ? '2026:66 2025:28 2024:6' : '2026:52 2025:36 2024:11 2023:1');
}

/**
 * Returns what the tire costs the shop in euros, without VAT of 24 %: 76 to 86 % of its price, as wholesalers and shops share it. Unknown for
 * about one in fifty.
 */
export function costOf(supplier: string, tire: Tire, price: string): string {
  const random = randomOf(`cost ${supplier} ${tireKey(tire)}`);
  if (random() < 0.02) return '';
  return ((Number(price) / 1.24) * (0.76 + 0.1 * random())).toFixed(2);
}

/** One row of the price list by column. `number` is unique in the list; SKU and EAN are derived from it. */
export function rowOf(tire: Tire, number: number, lot: number) {
  const { manufacturer, name, kind, vehicle } = tire.model;
  const random = randomOf(`row ${tireKey(tire)} ${lot}`);
  const supplier = supplierOf(tire, lot, random);
  const dotYear = dotYearOf(tire, lot, random);
  const label = labelOf(tire);
  const stock = stockOf(tire, random);
  const weightKg = weightOf(tire, random());
  const price = priceOf(tire, dotYear, random);
  return {
    supplier: supplier.code,
    supplier_sku: supplier.sku(tire, number),
    ean: eanOf(number),
    manufacturer: manufacturer.name,
    model: name,
    size: designationOf(tire),
    season: season(tire),
    studs: studs(tire),
    runflat: yesOrNo(tire.runflat),
    vehicle,
    competition: yesOrNo(kind === 'racing'),
    marks: marksOf(tire).join(' '),
    fuel: label?.fuel ?? '',
    wet: label?.wet ?? '',
    noise_db: label?.noise ?? '',
    noise_class: label?.noiseClass ?? '',
    snow: label ? yesOrNo(label.snow) : '',
    ice: label ? yesOrNo(label.ice) : '',
    eprel_id: '',
    dot_year: dotYear,
    weight_kg: weightKg.toFixed(1),
    price,
    cost_net: costOf(supplier.code, tire, price),
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
  'cost_net',
  'stock_ringtee',
  'stock_annelinn',
  'stock_supplier',
  'lead_days',
] as const satisfies readonly (keyof Row)[];
