import type { Model } from './model.ts';
import { type Service, type Size, sizeKey } from './size.ts';

/** One model in one size and service description. */
export type Tire = { model: Model; size: Size; service: Service; runflat: boolean };

/** Seed of values that are the same in every list. */
export function tireKey({ model, size, service, runflat }: Tire): string {
  return [model.manufacturer.name, model.name, model.kind, sizeKey(size), service.load, runflat].join(' ');
}

export function isWinter({ model }: Tire): boolean {
  return model.kind !== 'summer' && model.kind !== 'all_season' && model.kind !== 'racing';
}

/** Three-peak mountain snowflake: all winter and all-season models in the tables have it. */
export function hasSnowflake({ model }: Tire): boolean {
  return model.kind !== 'summer' && model.kind !== 'racing';
}

export function isSport({ model }: Tire): boolean {
  return model.options.includes('sport') || model.kind === 'racing';
}
