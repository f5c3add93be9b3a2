import { toEuros } from '../money.ts';
import { type SeasonFacts, seasonOf } from './road/season.ts';
import { isSupplier, supplierAt } from './stock-location.ts';
import { sizeExemption } from './tire/label.ts';
import { sizeText } from './tire/size.ts';
import type { EuLabel, Tire } from './tire/tire.ts';
import { tireImage } from './tire/tire-image.ts';

const photoColumns = ['photo', 'photo_credit', 'photo_feed', 'photo_preview'] as const;

const officialFileColumns = ['label_file', 'sheet_et', 'sheet_en'] as const;

/** Columns whose values many tires share. Each group is loaded as one string of values separated by tabs. */
export const columnGroups = {
  design: [
    'manufacturer_id',
    'manufacturer',
    'model',
    'season',
    'studs',
    'vehicle',
    'competition',
    'runflat',
    ...photoColumns,
  ],
  size: ['tread_width', 'profile', 'construction', 'diameter', 'load_index', 'speed_index', 'marks'],
  label: ['fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice', 'eprel_id', ...officialFileColumns],
} as const;

type Group = keyof typeof columnGroups;

export type LoadedRow = Record<Group, string> & {
  id: string;
  ean: string | null;
  dot_year: number | null;
  price_cents: number;
  /** The lowest price in the 30 days before the current one. */
  lowest_before_cents: number | null;
  /** The title of the campaign that reduces the price, as JSON. */
  campaign: string | null;
  /** One line for each stock location: pieces, lead days, location. */
  stock: string | null;
};

/** Branches in the order in which the shop lists their stock, then `supplier`. */
export type StockLocations = readonly string[];

/** Order cut-offs by supplier id: `11:00`, or `16:00 mon thu` if the supplier takes orders only on these days. */
export type CutOffs = Readonly<Record<string, string>>;

export type ReadRow = (row: LoadedRow) => Tire;

/** Equal designs, sizes, labels and stocks are one object, which saves two thirds of the memory. `locations`: the order of a tire's stock. */
export function tireReader(locations: StockLocations = [], cutOffs: CutOffs = {}): ReadRow {
  const readDesign = cachedByText(designOf);
  const readSize = cachedByText(sizeOf);
  const readLabel = cachedByText(labelOf);
  const readCampaign = cachedByText((text): Tire['campaign'] => JSON.parse(text));
  const readStock = cachedByText((text) => stockOf(text, locations, cutOffs));
  return (row) => {
    const design = readDesign(row.design);
    const size = readSize(row.size);
    const freeStock = readStock(row.stock ?? '');
    return {
      id: row.id,
      manufacturer: design.manufacturer,
      model: design.model,
      season: design.season,
      size: size.size,
      loadIndex: size.loadIndex,
      speedIndex: size.speedIndex,
      marks: size.marks,
      dotYear: row.dot_year,
      label: design.isLabelExempt || size.isLabelExempt ? null : readLabel(row.label),
      price: toEuros(row.price_cents),
      lowestPrice30: row.lowest_before_cents === null ? null : toEuros(row.lowest_before_cents),
      ...(row.campaign !== null && { campaign: readCampaign(row.campaign) }),
      stock: freeStock.stock,
      available: freeStock.available,
      image: design.image,
      ...(design.photo && { photo: design.photo }),
    };
  };
}

const maxCached = 50_000;

function cachedByText<T>(make: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const cachedValue = cache.get(text);
    if (cachedValue !== undefined) return cachedValue;
    const value = make(text);
    if (cache.size >= maxCached) cache.clear();
    cache.set(text, value);
    return value;
  };
}

type Design = Pick<Tire, 'manufacturer' | 'model' | 'season' | 'image' | 'photo'> & { isLabelExempt: boolean };

export function designOf(text: string): Design {
  const { manufacturer_id: id, manufacturer: label, model, ...facts } = valuesOf('design', text);
  const competition = isTrue(facts.competition);
  const season = seasonOf({ ...(facts as Pick<SeasonFacts, 'season' | 'studs' | 'vehicle'>), competition });
  return {
    manufacturer: { id, label },
    model,
    season,
    image: tireImage({ manufacturer: label, model, season, runflat: isTrue(facts.runflat) }),
    photo: photoOf(facts),
    isLabelExempt: competition || facts.studs === 'studded',
  };
}

type PhotoColumns = Record<(typeof photoColumns)[number], string>;

function photoOf({ photo: id, photo_credit: credit, photo_feed: feed, photo_preview: preview }: PhotoColumns) {
  return id === '' ? undefined : { id, ...(credit && { credit }), feed: isTrue(feed), preview: isTrue(preview) };
}

type SizeAndIndices = Pick<Tire, 'size' | 'loadIndex' | 'speedIndex' | 'marks'> & { isLabelExempt: boolean };

export function sizeOf(text: string): SizeAndIndices {
  const { construction, load_index: loadIndex, speed_index: speedIndex, ...row } = valuesOf('size', text);
  const size = { treadWidth: Number(row.tread_width), profile: Number(row.profile), diameter: Number(row.diameter) };
  const marks = row.marks === '' ? [] : row.marks.split(' ');
  return {
    size: { ...size, text: sizeText({ ...size, construction, commercial: marks.includes('C') }) },
    loadIndex,
    speedIndex,
    marks,
    isLabelExempt: sizeExemption(size.diameter, speedIndex) !== null,
  };
}

export function labelOf(text: string): EuLabel | null {
  const { noise_db: noiseDb, eprel_id: eprelId, ...row } = valuesOf('label', text);
  if ([row.fuel, row.wet, noiseDb, eprelId].every((value) => value === '')) return null;
  return {
    fuel: (row.fuel || null) as EuLabel['fuel'],
    wet: (row.wet || null) as EuLabel['wet'],
    noiseDb: noiseDb === '' ? null : Number(noiseDb),
    noiseClass: (row.noise_class || null) as EuLabel['noiseClass'],
    snow: row.snow === '' ? null : isTrue(row.snow),
    ice: isTrue(row.ice),
    eprelId: eprelId === '' ? null : Number(eprelId),
    ...officialFilesOf(row),
  };
}

/** Leaves out `official` if a tire has no files from EPREL, which keeps pages small. */
function officialFilesOf(row: Record<(typeof officialFileColumns)[number], string>): Pick<EuLabel, 'official'> {
  const { label_file: label, sheet_et: et, sheet_en: en } = row;
  if (label === '' && et === '' && en === '') return {};
  return { official: { ...(label && { label }), ...(et && { et }), ...(en && { en }) } };
}

function isTrue(value: string): boolean {
  return value === 'true';
}

function valuesOf<G extends Group>(group: G, text: string): Record<(typeof columnGroups)[G][number], string> {
  const values = text.split('\t');
  const columns: readonly (typeof columnGroups)[G][number][] = columnGroups[group];
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ''])) as never;
}

/** Sorts the stock in the sequence in which orders take it (`allocate`). Neighbouring suppliers with the same lead days and cut-off become one
 * entry, because buyers do not see the names of suppliers. If another cut-off comes between them, they stay apart, which keeps the sequence. */
function stockOf(text: string, locations: StockLocations, cutOffs: CutOffs): Pick<Tire, 'stock' | 'available'> {
  const rankOf = (location: string) => (locations.includes(location) ? locations.indexOf(location) : locations.length);
  const lines = [...text.matchAll(/^(\d+) (\d+) (.+)$/gm)].map(([, count, leadDays, location = '']) => {
    const branch = isSupplier(location) ? 'supplier' : location;
    const cutOff = branch === 'supplier' ? cutOffs[supplierAt(location)] : undefined;
    return { location, stock: { branch, count: Number(count), leadDays: Number(leadDays), ...(cutOff && { cutOff }) } };
  });
  lines.sort(
    (a, b) =>
      rankOf(a.stock.branch) - rankOf(b.stock.branch) ||
      a.stock.leadDays - b.stock.leadDays ||
      (a.location < b.location ? -1 : 1),
  );
  const stock: Tire['stock'] = [];
  for (const { stock: next } of lines) {
    const last = stock.at(-1);
    const areBothOfSuppliers = last?.branch === 'supplier' && next.branch === 'supplier';
    const arriveTogether = last?.leadDays === next.leadDays && last.cutOff === next.cutOff;
    if (areBothOfSuppliers && arriveTogether) last.count += next.count;
    else stock.push(next);
  }
  return { stock, available: stock.reduce((sum, { count }) => sum + count, 0) };
}
