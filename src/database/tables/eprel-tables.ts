import type { Generated } from 'kysely';
import type { Tires } from './catalogue-tables.ts';
import type { Timestamp } from './columns.ts';

/** EPREL's data; null: not stated. `diameter`: in inches. `snow`, `ice`: whether the label has the mark. */
export type EprelFacts = Pick<Tires, 'fuel' | 'wet' | 'noise_db' | 'noise_class' | 'snow'> & {
  manufacturer: string | null;
  model: string | null;
  tread_width: number | null;
  profile: number | null;
  diameter: number | null;
  load_index: string | null;
  speed_index: string | null;
  xl: boolean | null;
  tire_class: 'C1' | 'C2' | 'C3' | null;
  ice: boolean | null;
};

/** A registration as EPREL last returned it. `new`: EPREL has not answered yet. Only `current` ones are shown. */
export type EprelProducts = EprelFacts & {
  id: number;
  status: Generated<'new' | 'current' | 'blocked' | 'deleted'>;
  etag: string | null;
  tried_at: Timestamp;
  fetched_at: Timestamp | null;
  withdrawn_at: Timestamp | null;
  /** Names of files: the label, and the product information sheets in Estonian and English. */
  label_file: string | null;
  sheet_et: string | null;
  sheet_en: string | null;
  /** When the files were last fetched; null: the shop must fetch them. */
  files_at: Timestamp | null;
};

/** `proposed`: the only exact hit. `pending`: an employee must compare. `says`: EPREL's data of the tire as a text for employees. */
export type EprelMatches = {
  tire_id: string;
  eprel_id: number;
  state: 'proposed' | 'pending' | 'confirmed' | 'rejected';
  says: string;
  at: Timestamp;
  actor: string;
};

export type EprelSearches = { tire_id: string; at: Timestamp; hits: number };

/** Pauses after a refusal by EPREL: the shop sends no requests of `kind` before `until`. */
export type EprelRests = { kind: 'products' | 'search'; until: Timestamp; reason: string };
