import { slug } from '../../slug.ts';
import type { Cells, ListedSize } from './cells.ts';
import { completeMarks } from './marks.ts';

export type ListedTire = ReturnType<typeof listedTire>;

/** Returns a row of the table `tire_sources`, and the name of the manufacturer. */
export function listedTire(cells: Cells) {
  const { size, season, studs, competition } = cells;
  const runflat = cells.runflat || size.runflat || cells.marks.includes('RF');
  const snow = cells.snow ?? snowOf(cells);
  const derivedMarks = { xl: size.extraLoad, c: size.commercial, rf: runflat, snow: snow === true };
  const label = mayHaveLabel(cells) ? cells : noLabel;
  // Written out, because a spread would add a tenth to the time of reading a list.
  return {
    supplier: cells.supplier,
    supplier_sku: cells.supplier_sku,
    ean: cells.ean,
    manufacturer_id: slug(cells.manufacturer),
    manufacturer: cells.manufacturer,
    model: cells.model,
    season,
    studs,
    runflat,
    vehicle: cells.vehicle ?? vehicleOf(size),
    competition,
    tread_width: size.treadWidth,
    profile: size.profile,
    diameter: size.diameter,
    construction: size.construction,
    load_index: size.loadIndex,
    speed_index: size.speedIndex,
    marks: completeMarks(cells.marks, derivedMarks),
    fuel: label.fuel,
    wet: label.wet,
    noise_db: label.noise_db,
    noise_class: label.noise_class,
    snow,
    ice: label.ice,
    eprel_id: label.eprel_id,
    dot_year: cells.dot_year,
    // Already in grams: `cells` has decimal numbers in their smallest unit.
    weight_grams: cells.weight_kg,
    price_cents: cells.price,
  };
}

/** For a row without `snow`: whether the tire has 3PMSF. A list that names M+S would name 3PMSF, too. Null: unknown. */
function snowOf({ marks, season }: Cells): boolean | null {
  if (marks.includes('3PMSF')) return true;
  return season === 'summer' || marks.includes('M+S') ? false : null;
}

/** For a row that names no vehicle: only trucks have half-inch rims. */
function vehicleOf(size: ListedSize): 'car' | 'van' | 'truck' {
  if (size.commercial) return 'van';
  return Number.isInteger(size.diameter) ? 'car' : 'truck';
}

/** Regulation (EU) 2020/740 excludes studded and racing tires. */
const mayHaveLabel = ({ studs, competition }: Cells) => studs !== 'studded' && !competition;

const noLabel = { fuel: null, wet: null, noise_db: null, noise_class: null, ice: false, eprel_id: null };

/** The columns of `tire_sources` that `listedTire` fills, with their types in PostgreSQL. */
export const listedColumns = {
  supplier: 'text',
  supplier_sku: 'text',
  ean: 'text',
  manufacturer_id: 'text',
  model: 'text',
  season: 'text',
  studs: 'text',
  runflat: 'boolean',
  vehicle: 'text',
  competition: 'boolean',
  tread_width: 'smallint',
  profile: 'smallint',
  diameter: 'numeric(4, 1)',
  construction: 'text',
  load_index: 'text',
  speed_index: 'text',
  marks: 'text[]',
  fuel: 'text',
  wet: 'text',
  noise_db: 'smallint',
  noise_class: 'text',
  snow: 'boolean',
  ice: 'boolean',
  eprel_id: 'integer',
  dot_year: 'smallint',
  weight_grams: 'integer',
  price_cents: 'integer',
} as const satisfies Record<Exclude<keyof ListedTire, 'manufacturer'>, string>;

const columnNames = Object.keys(listedColumns);

export function listedColumnsSql(alias?: string): string {
  return columnNames.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', ');
}
