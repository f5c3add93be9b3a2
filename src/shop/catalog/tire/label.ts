import { singleLoadIndex } from './indices.ts';
import type { EuLabel, Tire } from './tire.ts';

export type ExemptionReason = 'studded' | 'racing' | 'rim' | 'speed';

type ExemptionFacts = { studded: boolean; racing: boolean; diameter: number; speedIndex: string };

/** Regulation (EU) 2020/740, art. 2. Null: the EU label applies to the tire. */
export function exemptionReason({ studded, racing, diameter, speedIndex }: ExemptionFacts): ExemptionReason | null {
  if (racing) return 'racing';
  return studded ? 'studded' : sizeExemption(diameter, speedIndex);
}

/** `diameter` of the rim in inches. Speed symbols A to E are below 80 km/h. */
export function sizeExemption(diameter: number, speedIndex: string): 'rim' | 'speed' | null {
  if (diameter <= 10 || diameter >= 25) return 'rim';
  return /^[A-E]\d?$/.test(speedIndex) ? 'speed' : null;
}

export function labelExemption({ season, size, speedIndex }: Pick<Tire, 'season' | 'size' | 'speedIndex'>) {
  const { diameter } = size;
  return exemptionReason({ studded: season === 'winter_studded', racing: season === 'racing', diameter, speedIndex });
}

export type CompleteLabel = EuLabel & {
  [K in 'fuel' | 'wet' | 'noiseDb' | 'noiseClass' | 'snow']: NonNullable<EuLabel[K]>;
};

export function isCompleteLabel(label: EuLabel | null): label is CompleteLabel {
  if (!label) return false;
  const { fuel, wet, noiseDb, noiseClass, snow } = label;
  return [fuel, wet, noiseDb, noiseClass, snow].every((value) => value !== null);
}

export function hasLabelValues(label: EuLabel | null): label is EuLabel {
  return label !== null && [label.fuel, label.wet, label.noiseDb].some((value) => value !== null);
}

export function lacksCompleteLabel(tire: Pick<Tire, 'season' | 'size' | 'speedIndex' | 'label'>): boolean {
  return labelExemption(tire) === null && !isCompleteLabel(tire.label);
}

/** Whether pages may show the tire under the owner's setting for tires that lack a complete label. */
export function mayShowTire(
  tire: Parameters<typeof lacksCompleteLabel>[0],
  setting?: 'show-with-warning' | 'hide',
): boolean {
  const isHidden = setting === 'hide' && lacksCompleteLabel(tire);
  return !isHidden;
}

export type TireClass = 'C1' | 'C2' | 'C3';

/** C1 car, C2 van (load index up to 121, speed symbol from N), C3 truck and bus tires (Regulation (EU) 2019/2144). */
export function tireClass({
  season,
  marks,
  loadIndex,
  speedIndex,
}: Pick<Tire, 'season' | 'marks' | 'loadIndex' | 'speedIndex'>): TireClass {
  const isCommercial = season === 'truck' || marks.includes('C') || loadIndex.includes('/');
  if (!isCommercial) return 'C1';
  // Symbols rise with the alphabet, except H: 210 km/h, between U and V.
  return singleLoadIndex(loadIndex) <= 121 && (speedIndex >= 'N' || speedIndex === 'H') ? 'C2' : 'C3';
}

export function officialFilePath(name: string): string {
  return `/eprel/${name}`;
}

/** The path of the label: the drawing of the shop, or a redirect to the official one. */
export function labelPath(id: string): string {
  return `/labels/${encodeURIComponent(id)}.svg`;
}
