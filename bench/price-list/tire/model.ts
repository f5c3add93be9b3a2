import { allSeason } from '../models/all-season.ts';
import { racing } from '../models/racing.ts';
import { summer } from '../models/summer.ts';
import { truckAllSeason, truckSummer, truckWinter } from '../models/truck.ts';
import { vanAllSeason, vanCentral, vanNordic, vanStudded, vanSummer } from '../models/van.ts';
import { winterCentral } from '../models/winter-central.ts';
import { winterNordic } from '../models/winter-nordic.ts';
import { winterStudded } from '../models/winter-studded.ts';
import { rowsOf } from '../table.ts';
import { type Manufacturer, manufacturerOf } from './manufacturer.ts';
import type { Vehicle } from './size.ts';

export type Kind = 'summer' | 'all_season' | 'central' | 'nordic' | 'studded' | 'studdable' | 'racing';

/**
 * `top`, `value`, `economy`, `old` (previous generation) and `sport` change the price; `oe`: some sizes are made for a car
 * manufacturer; `rf`, `allrf`: some or all sizes are run-flat; `ms`: M+S mark; `speed:H`: speed symbol of all sizes.
 */
export type Option =
  | 'top'
  | 'old'
  | 'value'
  | 'economy'
  | 'sport'
  | 'oe'
  | 'rf'
  | 'allrf'
  | 'ms'
  | 'studdable'
  | `speed:${string}`;

export type LabelBase = { fuel: string; wet: string; noise: number };

export type Model = {
  manufacturer: Manufacturer;
  name: string;
  kind: Kind;
  vehicle: Vehicle;
  fits: string;
  rims: { from: number; to: number };
  label: LabelBase | null;
  options: readonly Option[];
};

/**
 * The rows of a table: manufacturer | model | letters of `fits` (see `Size`), range of rims | label in 205/55 R16, `--` without
 * one | options. The label `CA70` is fuel class C, wet grip class A and 70 dB.
 */
function modelsOf(table: string, kind: Kind, vehicle: Vehicle): Model[] {
  return rowsOf(table, '|', ['manufacturer', 'name', 'range', 'label', 'options']).map(
    ({ manufacturer, name, range, label, options }) => {
      const [, fits, from, to] = /^(\w+) (\d+)-([\d.]+)$/.exec(range) ?? [];
      if (!fits) throw new Error(`no range of sizes: ${manufacturer} ${name}`);
      return {
        manufacturer: manufacturerOf(manufacturer),
        name,
        kind,
        vehicle,
        fits,
        rims: { from: Number(from), to: Number(to) },
        label: labelBase(label),
        options: options.split(' ').filter(Boolean) as Option[],
      };
    },
  );
}

function labelBase(text: string): LabelBase | null {
  const [, fuel, wet, noise] = /^([A-E])([A-E])(\d\d)$/.exec(text) ?? [];
  return fuel && wet ? { fuel, wet, noise: Number(noise) } : null;
}

/** The same models sold without studs. */
function unstudded(studded: Model[]): Model[] {
  return studded
    .filter((model) => model.options.includes('studdable'))
    .map((model) => ({ ...model, kind: 'studdable' }));
}

const carStudded = modelsOf(winterStudded, 'studded', 'car');
const vansStudded = modelsOf(vanStudded, 'studded', 'van');

export const models: Model[] = [
  ...modelsOf(winterNordic, 'nordic', 'car'),
  ...carStudded,
  ...unstudded(carStudded),
  ...modelsOf(winterCentral, 'central', 'car'),
  ...modelsOf(allSeason, 'all_season', 'car'),
  ...modelsOf(summer, 'summer', 'car'),
  ...modelsOf(racing, 'racing', 'car'),
  ...modelsOf(vanNordic, 'nordic', 'van'),
  ...vansStudded,
  ...unstudded(vansStudded),
  ...modelsOf(vanCentral, 'central', 'van'),
  ...modelsOf(vanAllSeason, 'all_season', 'van'),
  ...modelsOf(vanSummer, 'summer', 'van'),
  ...modelsOf(truckWinter, 'central', 'truck'),
  ...modelsOf(truckAllSeason, 'all_season', 'truck'),
  ...modelsOf(truckSummer, 'summer', 'truck'),
];
