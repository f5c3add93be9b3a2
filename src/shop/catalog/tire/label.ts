import type { EuLabel, Tire } from './tire.ts';

export type OutOfScope = 'studded' | 'racing' | 'rim' | 'speed';

type Scoped = { studded: boolean; racing: boolean; diameter: number; speedIndex: string };

/** Why a tire has no EU label (Regulation (EU) 2020/740, art. 2); null: it must have one. Symbols before F: below 80 km/h. */
export function outOfScope({ studded, racing, diameter, speedIndex }: Scoped): OutOfScope | null {
  if (racing) return 'racing';
  if (studded) return 'studded';
  if (diameter <= 10 || diameter >= 25) return 'rim';
  return /^[A-E]\d?$/.test(speedIndex) ? 'speed' : null;
}

export function labelExemption({ season, size, speedIndex }: Pick<Tire, 'season' | 'size' | 'speedIndex'>) {
  const { diameter } = size;
  return outOfScope({ studded: season === 'winter_studded', racing: season === 'racing', diameter, speedIndex });
}

export type WholeLabel = EuLabel & { [K in 'fuel' | 'wet' | 'noiseDb' | 'noiseClass']: NonNullable<EuLabel[K]> };

export function isWhole(label: EuLabel | null): label is WholeLabel {
  if (!label) return false;
  return label.fuel !== null && label.wet !== null && label.noiseDb !== null && label.noiseClass !== null;
}

export type TireClass = 'C1' | 'C2' | 'C3';

/** C1 car, C2 van (load index up to 121, speed symbol from N), C3 truck and bus tires (Regulation (EU) 2019/2144). */
export function tireClass({
  season,
  marks,
  loadIndex,
  speedIndex,
}: Pick<Tire, 'season' | 'marks' | 'loadIndex' | 'speedIndex'>): TireClass {
  const commercial = season === 'truck' || marks.includes('C') || loadIndex.includes('/');
  if (!commercial) return 'C1';
  const single = Number(loadIndex.split('/')[0]);
  return single <= 121 && (speedIndex >= 'N' || speedIndex === 'H') ? 'C2' : 'C3';
}

export function labelPath(id: string): string {
  return `/labels/${encodeURIComponent(id)}.svg`;
}
