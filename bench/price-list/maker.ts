import { makers } from './makers.ts';
import { rowsOf } from './table.ts';

export type Tier = 'premium' | 'mid' | 'budget';

export type Maker = { name: string; tier: Tier; priceLevel: number; coverage: number; rimGuard: string | null };

const byName = new Map<string, Maker>(
  rowsOf(makers, /\s+/, ['name', 'tier', 'priceLevel', 'coverage', 'rimGuard']).map((row) => [
    row.name,
    {
      name: row.name,
      tier: row.tier as Tier,
      priceLevel: Number(row.priceLevel),
      coverage: Number(row.coverage),
      rimGuard: row.rimGuard === '-' ? null : row.rimGuard,
    },
  ]),
);

export function makerOf(name: string): Maker {
  const maker = byName.get(name);
  if (!maker) throw new Error(`no maker ${name}`);
  return maker;
}
