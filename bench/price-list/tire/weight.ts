import { profileOf, type Size } from './size.ts';
import { isWinter, type Tire } from './tire.ts';

const factorByVehicle = { car: 1, van: 1.22, truck: 1.85 };

/** Weight of a size in kg without season and studs: by area of tread and sidewalls, fitted to 8.9 kg for 205/55 R16. */
export function sizeWeight(size: Size): number {
  const height = (size.width * profileOf(size)) / 100_000;
  const diameter = size.rim * 0.0254 + 2 * height;
  const tread = (size.width / 1000) * Math.PI * diameter;
  const sidewalls = 2 * height * Math.PI * (diameter - height);
  return 16.3 * (tread + 0.6 * sidewalls) ** 1.3 * factorByVehicle[size.vehicle];
}

/** Weight of a tire in kg; `spread` from 0 (light) to 1 (heavy for its size). */
export function weightOf(tire: Tire, spread: number): number {
  const winter = isWinter(tire) ? 1.03 : 1;
  const studs = tire.model.kind === 'studded' ? 1.03 : 1;
  const xl = tire.service.xl ? 1.03 : 1;
  const runflat = tire.runflat ? 1.12 : 1;
  return sizeWeight(tire.size) * winter * studs * xl * runflat * (0.96 + 0.08 * spread);
}
