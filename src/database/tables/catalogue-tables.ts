import type { Generated } from 'kysely';
import type { Identity, Timestamp, TimestampByDefault } from './columns.ts';

type LabelClass = 'A' | 'B' | 'C' | 'D' | 'E';

export type Manufacturers = { id: string; label: string };

export type Tires = {
  id: string;
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
  /** 0: full profile. */
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
  on_sale: Generated<boolean>;
  changed_at: TimestampByDefault;
};

export type Stock = {
  tire_id: string;
  /** A branch id, or `supplier`. */
  place: string;
  on_hand: number;
  held: Generated<number>;
  lead_days: Generated<number>;
};

export type PriceHistory = { tire_id: string; price_cents: number; since: Timestamp };

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
};
