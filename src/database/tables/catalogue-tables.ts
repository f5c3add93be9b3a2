import type { Generated, JSONColumnType } from 'kysely';
import type { Identity, Timestamp, TimestampByDefault } from './columns.ts';

type LabelClass = 'A' | 'B' | 'C' | 'D' | 'E';

export type Manufacturers = { id: string; label: string };

/** `competition`: a racing tire. `marks`: such as `XL`, `FR` and `M+S`, and those of car manufacturers, such as `MO`. */
export type Tires = {
  id: string;
  /** The supplier of the leading source: the one whose description the shop shows. */
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
  /** `snow`: 3PMSF; null: not known. `ice`: the ice grip mark of the EU label; also false if it is not known. */
  snow: boolean | null;
  ice: boolean;
  eprel_id: number | null;
  /** The year of production in the DOT code; null: not known. */
  dot_year: number | null;
  weight_grams: number | null;
  price_cents: number;
  /** The lowest price in the 30 days before the current price; null: it had no price then. */
  lowest_before_cents: Generated<number | null>;
  campaign: JSONColumnType<CampaignTitle> | null;
  on_sale: Generated<boolean>;
  changed_at: TimestampByDefault;
};

export type CampaignTitle = { ee: string; en: string; ru: string };

export type TireSources = Omit<Tires, 'id' | 'campaign' | 'on_sale' | 'changed_at'> & {
  tire_id: string;
  /** The normalized description that matches tires of several suppliers (`similarityKey`); null: not known yet. */
  alike: string | null;
  /** Pieces at the supplier according to its list; `at_branches`: pieces in the list's branch columns, added up. */
  on_hand: number;
  at_branches: number;
  lead_days: number;
  /** Whether the supplier's current list contains the tire. */
  listed: boolean;
  /** The import that added the source; null: the source is older than the records of imports. */
  added_by: number | null;
  /** Euros for one piece without VAT, with four decimals; null: not known. Never public. */
  cost_net: number | null;
  /** The recommended retail price in the list, with VAT; null: not known. Never public. */
  recommended_cents: number | null;
};

export type Stock = {
  tire_id: string;
  /** The stock location: the id of a branch, or `supplier:` and the id of a supplier. */
  place: string;
  /** Pieces at the branch, or those in the supplier's last list. `held`: for unpaid orders. Free: `on_hand - held - sold - owed`. */
  on_hand: number;
  held: Generated<number>;
  /** At a branch: paid and not handed over. */
  sold: Generated<number>;
  /** At a supplier: ordered from it, and not yet deducted in its list. */
  owed: Generated<number>;
  /** Pieces at a branch, not in `on_hand`: not for sale because they are wrong, damaged or were mounted. */
  apart: Generated<number>;
  lead_days: Generated<number>;
};

/** `price_cents` null: not for sale. `rules_id`, `set_by` null: no rules set the price. `pin_id`: the decision that pinned it; null: it was not pinned. */
export type PriceHistory = {
  tire_id: string;
  price_cents: number | null;
  since: Timestamp;
  rules_id: number | null;
  set_by: string | null;
  pin_id: number | null;
};

/** The last row that is not undone applies. `rules` null: prices as in the lists. `changed`: number of new prices. */
export type PriceRulesTable = {
  id: Identity;
  at: Timestamp;
  actor: string;
  file: string;
  hash: string;
  rules: JSONColumnType<object> | null;
  vat: JSONColumnType<VatRate[]>;
  /** The terms in force at the last pricing (`termsInForce`), as a text: once those in force differ, prices must be calculated again. */
  clock: string;
  priced_at: Timestamp;
  changed: Generated<number>;
  undone_at: Timestamp | null;
  undone_by: string | null;
};

type VatRate = { from: string; percent: number };

/** How the applied rules made the price of a tire. `set_by`: its source, a supplier or `own`. `campaign`: the id of the campaign that applies; null: none. */
export type TirePrices = {
  tire_id: string;
  rules_id: number;
  set_by: string;
  /** The cost in euros without VAT, with what the rules add to it; null: not known. Never public. */
  landed_net: number | null;
  floor_cents: number | null;
  /** The price without a pinned price and a campaign. */
  regular_cents: number;
  /** The `guard` compares the prices of `base_day` with this one: the price at the beginning of the day, or the last that a person accepted past the guard on that day. */
  base_cents: number;
  base_day: string;
  campaign: string | null;
  /** The calculated price that the `guard` of the rules holds back; null: none. */
  held_cents: number | null;
  /** Unsold pieces at the branches (0: none, 1: some, 2: four or more). `own_net`: the cost of one in euros without VAT; null: not known. Both null without a rule for own stock. */
  own_level: number | null;
  own_net: number | null;
};

/** The table has one row. `demonstration`: the tires are those of the demonstration list. `days_priced_at`: when outdated prices were last calculated again; pins that began or ended, and competitors' prices that became too old, count from that day. Null: never. */
export type CatalogueState = {
  id: Generated<boolean>;
  demonstration: Generated<boolean>;
  days_priced_at: Timestamp | null;
};

export type StockChanges = {
  id: Identity;
  tire_id: string;
  place: string;
  before: number;
  after: number;
  at: Timestamp;
  actor: string;
  reason: Generated<string>;
  /** True: `after` was counted; false: `after` is `before` plus a difference. `stock_count`: which number changed. */
  counted: Generated<boolean>;
  stock_count: Generated<'on_hand' | 'apart'>;
};

/** Rows are never changed. The last `off_sale` or `on_sale` applies, and the last pin whose days include today. */
export type PriceDecisions = {
  id: Identity;
  tire_id: string;
  kind: 'pinned' | 'unpinned' | 'off_sale' | 'on_sale';
  price_cents: number | null;
  at: Timestamp;
  actor: string;
  reason: string;
  /** A pinned price that also applies below the floor of the rules. */
  below_floor: Generated<boolean>;
  /** The first and the last day of a pinned price, in Tallinn; null: no limit. */
  valid_from: string | null;
  valid_until: string | null;
};

/** The newest price of each competitor (`source`), with VAT. `ean`: without leading zeros. Never public. */
export type CompetitorPrices = {
  ean: string;
  source: string;
  price_cents: number;
  day: string;
  at: Timestamp;
  actor: string;
};

/** A previewed list, whose import applies exactly these bytes. If `catalogue_version` is no longer current, the import needs a confirmation. Previews delete rows older than a day. */
export type PriceListUploads = {
  id: Identity;
  sha256: string;
  name: string;
  bytes: Buffer;
  uploaded_at: Timestamp;
  uploaded_by: string;
  catalogue_version: string;
};

/** A photograph of all tires of a design. `photo`: the id of its files. `until`: the last day of the licence. */
export type TirePhotos = DesignColumns & {
  id: Identity;
  photo: string;
  source: 'own' | 'manufacturer' | 'supplier';
  supplier: string | null;
  licence: string;
  credit: string | null;
  until: string | null;
  in_feed: boolean;
  in_preview: boolean;
  added_at: Timestamp;
  added_by: string;
  ended_at: Timestamp | null;
  ended_by: string | null;
  /** `dropped`: all photographs of the supplier. `placeholder`: it sends one picture for several manufacturers. */
  ended_because: 'licence-over' | 'removed' | 'replaced' | 'dropped' | 'placeholder' | null;
  /** Pixels of the longer side without a white border; null: added before it was stored. */
  side: Generated<number | null>;
  /** A perceptual hash of 64 bits, in hexadecimal. Similar pictures differ in few bits. */
  dhash: Generated<string | null>;
};

/** Tires of one design look the same. */
export type DesignColumns = Pick<Tires, 'manufacturer_id' | 'model' | 'season' | 'studs' | 'runflat'>;

/** A design that always shows the photograph with the id `shows`; null: its drawing. */
export type PicturePins = DesignColumns & { shows: number | null; pinned_at: Timestamp; pinned_by: string };
