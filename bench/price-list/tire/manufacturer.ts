import { rowsOf } from '../table.ts';

export type Tier = 'premium' | 'mid' | 'budget';

export type Manufacturer = { name: string; tier: Tier; priceLevel: number; coverage: number; rimGuard: string | null };

/** Manufacturer, tier, price level within the tier, share of its sizes in stock at the wholesalers, mark for a rim guard. */
const manufacturers = `
Michelin     premium 1.05 1.1  -
Continental  premium 1.03 1.2  FR
Nokian       premium 1.02 1.3  -
Bridgestone  premium 1.00 1.0  -
Goodyear     premium 0.98 1.0  FP
Pirelli      premium 1.00 0.9  -
Hankook      mid     1.06 1.1  -
Yokohama     mid     1.08 1.0  RPB
Toyo         mid     1.00 0.9  -
Kumho        mid     0.95 0.9  -
Nexen        mid     0.95 0.9  -
Falken       mid     0.98 0.9  MFS
Vredestein   mid     1.05 0.8  -
Dunlop       mid     1.08 0.8  MFS
Firestone    mid     0.98 0.7  -
BFGoodrich   mid     1.02 0.6  -
Kleber       mid     0.96 0.7  -
Uniroyal     mid     0.97 0.7  FR
Semperit     mid     0.97 0.7  FR
Gislaved     mid     0.96 1.0  FR
Cooper       mid     0.98 0.6  -
Maxxis       mid     0.93 0.8  -
General      budget  1.10 0.7  FR
Barum        budget  1.08 0.9  FR
Matador      budget  1.05 0.8  FR
Sava         budget  1.06 0.8  FP
Debica       budget  1.04 0.7  FP
Kormoran     budget  1.04 0.7  -
Riken        budget  1.02 0.6  -
Fulda        budget  1.10 0.7  FP
Viking       budget  1.06 0.7  FR
Sailun       budget  1.00 1.0  -
Goodride     budget  0.94 0.8  -
Landspider   budget  0.93 0.8  -
Nankang      budget  1.00 0.8  -
Linglong     budget  0.95 0.8  -
Triangle     budget  0.95 0.8  -
Evergreen    budget  0.93 0.6  -
Aplus        budget  0.92 0.6  -
Petlas       budget  0.97 0.6  -
Tomket       budget  0.92 0.5  -
Imperial     budget  0.93 0.6  -
`;

const byName = new Map<string, Manufacturer>(
  rowsOf(manufacturers, /\s+/, ['name', 'tier', 'priceLevel', 'coverage', 'rimGuard']).map((row) => [
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

export function manufacturerOf(name: string): Manufacturer {
  const manufacturer = byName.get(name);
  if (!manufacturer) throw new Error(`no manufacturer ${name}`);
  return manufacturer;
}
