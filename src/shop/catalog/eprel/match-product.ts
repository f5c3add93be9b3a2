import { isCompleteLabel, tireClass } from '../tire/label.ts';
import type { EuLabel, Tire } from '../tire/tire.ts';
import type { EprelFacts, EprelProduct } from './read-product.ts';

type ComparedTire = Pick<
  Tire,
  'manufacturer' | 'model' | 'season' | 'size' | 'loadIndex' | 'speedIndex' | 'marks' | 'label'
>;

/** `proposed`: the only match, if its label is that of the price list. `pending`: other matches, for a person to compare. */
export type Matches = { proposed: EprelProduct | null; pending: EprelProduct[] };

/** Compares manufacturer, model, size, indices, XL and tire class. Profile 0 (the size names none) is not compared. */
export function matchProducts(tire: ComparedTire, products: readonly EprelProduct[]): Matches {
  const sameTire = products.filter(({ isBlocked, facts }) => !isBlocked && isSameTire(tire, facts));
  const [only, ...others] = sameTire;
  if (!only || others.length > 0) return { proposed: null, pending: sameTire };
  return hasSameLabel(tire.label, only.facts) ? { proposed: only, pending: [] } : { proposed: null, pending: [only] };
}

function isSameTire(tire: ComparedTire, facts: EprelFacts): boolean {
  const { size } = tire;
  return (
    comparableName(facts.manufacturer) === comparableName(tire.manufacturer.label) &&
    comparableName(facts.model) === comparableName(tire.model) &&
    facts.tread_width === size.treadWidth &&
    (size.profile === 0 || facts.profile === size.profile) &&
    facts.diameter === size.diameter &&
    facts.load_index === tire.loadIndex &&
    facts.speed_index === tire.speedIndex.replace(/[()]/g, '') &&
    facts.xl === tire.marks.includes('XL') &&
    facts.tire_class === tireClass(tire)
  );
}

function hasSameLabel(label: EuLabel | null, { fuel, wet, noise_db, noise_class, snow, ice }: EprelFacts): boolean {
  if (!isCompleteLabel(label)) return false;
  const agreesOnIce = ice === null || ice === label.ice;
  return (
    agreesOnIce &&
    label.fuel === fuel &&
    label.wet === wet &&
    label.noiseDb === noise_db &&
    label.noiseClass === noise_class &&
    label.snow === snow
  );
}

/** Makes `Pilot Sport 5` and `PILOT SPORT-5` equal. Keeps `+`, by which models differ. */
function comparableName(name: string | null): string {
  return (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, '');
}
