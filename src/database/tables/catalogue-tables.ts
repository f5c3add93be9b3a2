import type { Generated, JSONColumnType } from 'kysely';
import type { Identity, Timestamp, TimestampByDefault } from './columns.ts';

type LabelClass = 'A' | 'B' | 'C' | 'D' | 'E';

export type Manufacturers = { id: string; label: string };

export type Tires = {
  id: string;
  /** The supplier of the leading source, whose description the shop shows. */
  supplier: string;
  supplier_sku: string;
  ean: string | null;
  manufacturer_id: string;
  model: string;
  season: 'summer' | 'winter' | 'all_season';
  studs: 'none' | 'studdable' | 'studded';
  runflat: boolean;
  vehicle: 'car' | 'van' | 'truck';
  competition: boolean;
  tread_width: number;
  profile: number;
  diameter: number;
  construction: string;
  load_index: string;
  speed_index: string;
  marks: string[];
  fuel: LabelClass | null;
  wet: LabelClass | null;
  noise_db: number | null;
  noise_class: 'A' | 'B' | 'C' | null;
  snow: boolean;
  ice: boolean;
  eprel_id: number | null;
  dot_year: number | null;
  weight_grams: number | null;
  price_cents: number;
  /** The lowest price of the 30 days before the current one began; null: there was none. */
  lowest_before_cents: Generated<number | null>;
  on_sale: Generated<boolean>;
  changed_at: TimestampByDefault;
};

export type TireSources = Omit<Tires, 'id' | 'on_sale' | 'changed_at'> & {
  tire_id: string;
  /** The description by which tires of several suppliers are matched. */
  alike: string | null;
  /** Listed pieces at the supplier; `at_branches`: at all branches together. */
  on_hand: number;
  at_branches: number;
  lead_days: number;
  listed: boolean;
  added_by: number | null;
};

export type Stock = {
  tire_id: string;
  /** A branch id, or `supplier:` and the supplier. */
  place: string;
  on_hand: number;
  held: Generated<number>;
  lead_days: Generated<number>;
};

/** price_cents is null while the tire is not for sale. */
export type PriceHistory = { tire_id: string; price_cents: number | null; since: Timestamp };

export type Imports = {
  id: Identity;
  at: Timestamp;
  file: string;
  actor: string;
  suppliers: string[];
  counts: JSONColumnType<ImportCounts>;
  demonstration: boolean;
  recorded: Generated<boolean>;
  undone_at: Timestamp | null;
  undone_by: string | null;
};

export type ImportCounts = { added: number; updated: number; removed: number; failed: number };

/** A row of tire_sources as it was before an import changed it. */
export type ImportSources = TireSources & { import_id: number };

export type ImportStock = {
  import_id: number;
  tire_id: string;
  place: string;
  before: number;
  after: number;
  lead_days_before: number;
};

export type CatalogueState = { id: Generated<boolean>; demonstration: Generated<boolean> };

export type StockChanges = {
  id: Identity;
  tire_id: string;
  place: string;
  before: number;
  after: number;
  at: Timestamp;
  actor: string;
  reason: Generated<string>;
  /** True: `after` was counted; false: the difference was entered. */
  counted: Generated<boolean>;
};
