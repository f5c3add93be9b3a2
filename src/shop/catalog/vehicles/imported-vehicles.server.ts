import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { singleLoadIndex } from '../tire/indices.ts';
import { parseSize } from '../tire/size.ts';
import { type FitmentProvider, type FitmentSet, type FittedAxle, notStated, type Vehicle } from './fitments.ts';

type Row = Selectable<Tables['vehicle_fitments']>;

const alphabetically = new Intl.Collator('et', { numeric: true, sensitivity: 'base' }).compare;

export function importedVehicles(db: Kysely<Tables>): FitmentProvider {
  const rowsOf = (make: string, model: string) =>
    db
      .selectFrom('vehicle_fitments')
      .selectAll()
      .where('make', '=', make)
      .where('model', '=', model)
      .orderBy('id')
      .execute();
  return {
    async makes() {
      const rows = await db.selectFrom('vehicle_fitments').select('make').distinct().execute();
      return rows.map(({ make }) => make).sort(alphabetically);
    },
    async models(make) {
      const rows = await db
        .selectFrom('vehicle_fitments')
        .select('model')
        .distinct()
        .where('make', '=', make)
        .execute();
      return rows.map(({ model }) => model).sort(alphabetically);
    },
    async vehicles(make, model) {
      const vehicles = (await rowsOf(make, model)).map(vehicleOf);
      const vehiclesByContent = new Map(vehicles.map((vehicle) => [JSON.stringify(vehicle), vehicle]));
      return [...vehiclesByContent.values()].sort(
        (a, b) => alphabetically(a.generation, b.generation) || alphabetically(a.engine, b.engine),
      );
    },
    async fitments(vehicle) {
      const sets = (await rowsOf(vehicle.make, vehicle.model))
        .filter((row) => JSON.stringify(vehicleOf(row)) === JSON.stringify(vehicle))
        .map(setOf);
      return sets.sort((a, b) => Number(b.oem) - Number(a.oem) || a.front.size.diameter - b.front.size.diameter);
    },
  };
}

function vehicleOf({ make, model, generation, from_year, to_year, engine, kw }: Row): Vehicle {
  const years = from_year === null && to_year === null ? '' : `(${from_year ?? ''}–${to_year ?? ''})`;
  return {
    make,
    model,
    generation: joinedText(generation, years),
    engine: joinedText(engine, kw === null ? '' : `${kw} kW`),
  };
}

function joinedText(...parts: string[]): string {
  return parts.filter(Boolean).join(' ') || notStated;
}

function setOf(row: Row): FitmentSet {
  const { oem, winter, note } = row;
  const front = axleOf(row.front_size, row.front_load, row.front_speed, row.front_xl);
  const rear = row.rear_size === null ? null : axleOf(row.rear_size, row.rear_load, row.rear_speed, row.rear_xl);
  return { front, rear, oem, winter, note, source: 'owner' };
}

function axleOf(text: string, load: string | null, speed: string | null, xl: boolean): FittedAxle {
  const reading = parseSize(text);
  if (!reading.ok) throw new Error(`vehicle_fitments: ${text} is not a size`);
  const { treadWidth, profile, diameter, commercial } = reading.value;
  const minLoad = load === null ? null : singleLoadIndex(load);
  return { size: { treadWidth, profile, diameter, text }, minLoad, minSpeed: speed, xl, commercial };
}
