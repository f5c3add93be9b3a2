import { car12to15 } from '../sizes/car-12-to-15.ts';
import { car16and17 } from '../sizes/car-16-and-17.ts';
import { car18and19 } from '../sizes/car-18-and-19.ts';
import { car20to24 } from '../sizes/car-20-to-24.ts';
import { truckSizes } from '../sizes/truck.ts';
import { vanSizes } from '../sizes/van.ts';
import { rowsOf } from '../table.ts';

export type Vehicle = 'car' | 'van' | 'truck';

export type Service = {
  /** Load index of a car tire; for vans and trucks the whole service description, `109/107T`. */
  load: string;
  xl: boolean;
};

export type Size = {
  vehicle: Vehicle;
  width: number;
  profile: number | null;
  rim: number;
  /** Standard, XL or both, in this order. */
  services: Service[];
  /**
   * Letters: c car, b car and SUV, u SUV, w wide sports car, r racing, f has run-flat versions, v van, s d t truck
   * axles.
   */
  fits: string;
  /** From 1 (rare) to 7 (205/55 R16). */
  popularity: number;
};

type Cells = { section: string; rim: string; standard: string; xl: string; fits: string; popularity: string };

function sizeOf(vehicle: Vehicle, cells: Cells): Size {
  const [width, profile] = cells.section.split('/').map(Number);
  return {
    vehicle,
    width: width ?? 0,
    profile: profile ?? null,
    rim: Number.parseFloat(cells.rim.slice(1)),
    services: [
      { load: cells.standard, xl: false },
      { load: cells.xl, xl: true },
    ].filter(({ load }) => load !== '-'),
    fits: cells.fits,
    popularity: Number(cells.popularity),
  };
}

const cars = [car12to15, car16and17, car18and19, car20to24].flatMap((table) =>
  rowsOf(table, /\s+/, ['section', 'rim', 'standard', 'xl', 'fits', 'popularity']),
);
const vans = rowsOf(vanSizes, /\s+/, ['section', 'rim', 'standard', 'popularity']);
const trucks = rowsOf(truckSizes, /\s+/, ['section', 'rim', 'standard', 'fits', 'popularity']);

export const sizes: Size[] = [
  ...cars.map((cells) => sizeOf('car', cells)),
  ...vans.map((cells) => sizeOf('van', { ...cells, xl: '-', fits: 'v' })),
  ...trucks.map((cells) => sizeOf('truck', { ...cells, xl: '-' })),
];

/** 80 for a full-profile tire such as `195 R14C`. */
export function profileOf(size: Size): number {
  return size.profile ?? 80;
}

/** `205/55R16`, `195R14`. */
export function sizeKey({ width, profile, rim }: Size): string {
  return `${sectionOf({ width, profile })}R${rim}`;
}

export function sectionOf({ width, profile }: Pick<Size, 'width' | 'profile'>): string {
  return profile === null ? `${width}` : `${width}/${profile}`;
}
