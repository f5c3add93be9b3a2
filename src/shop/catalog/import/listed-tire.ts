import type { Cells, ListedSize } from './cells.ts';
import { completeMarks } from './marks.ts';
import { slug } from './slug.ts';

/** A tire as a price list describes it, in the words of the table `tires`. */
export type ListedTire = ReturnType<typeof listedTire>;

/** What the cells of a row say of its tire, with what follows from them. */
export function listedTire(cells: Cells) {
  const { size, season, studs, competition } = cells;
  const runflat = cells.runflat || size.runflat || cells.marks.includes('RF');
  const snow = cells.snow ?? cells.marks.includes('3PMSF');
  const proven = { xl: size.extraLoad, c: size.commercial, rf: runflat, snow };
  const { fuel, wet, noise_db, noise_class, ice, eprel_id } = isLabelled(cells) ? cells : noLabel;
  // Written out: a spread here is a tenth of the reading of a list.
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
    marks: completeMarks(cells.marks, proven),
    fuel,
    wet,
    noise_db,
    noise_class,
    snow,
    ice,
    eprel_id,
    dot_year: cells.dot_year,
    weight_grams: cells.weight_kg,
    price_cents: cells.price,
  };
}

/** Half-inch rims are built for trucks alone. */
function vehicleOf(size: ListedSize): 'car' | 'van' | 'truck' {
  if (size.commercial) return 'van';
  return Number.isInteger(size.diameter) ? 'car' : 'truck';
}

/** Studded and racing tires are outside Regulation (EU) 2020/740: whatever the list says, they carry no label. */
const isLabelled = ({ studs, competition }: Cells) => studs !== 'studded' && !competition;

const noLabel = { fuel: null, wet: null, noise_db: null, noise_class: null, ice: false, eprel_id: null };
