import { randomOf } from '../random.ts';
import { profileOf, sectionOf } from './size.ts';
import { speedOf } from './speed.ts';
import { isSport, isWinter, type Tire, tireKey } from './tire.ts';

/** Winter tires of vans have lower speed ratings: T at most, Nordic R. */
function vanService(tire: Tire): string {
  const { kind } = tire.model;
  const { load } = tire.service;
  if (!isWinter(tire)) return load;
  return kind === 'central' ? load.replace('H', 'T') : load.replace(/[STH]/, 'R');
}

function carService(tire: Tire): string {
  const { service, size } = tire;
  const speed = speedOf(tire, randomOf(`speed ${tireKey(tire)}`));
  const zr = speed === 'Y' && isSport(tire) && profileOf(size) <= 45;
  const indices = `${service.load}${speed}`;
  return `${zr ? 'ZR' : 'R'}${size.rim} ${zr ? `(${indices})` : indices}${service.xl ? ' XL' : ''}`;
}

/** The size as printed on the tire: `205/55 R16 94V XL`, `215/65 R16C 109/107T`, `245/40 ZR18 (97Y) XL`. */
export function designationOf(tire: Tire): string {
  const { vehicle, rim } = tire.size;
  const section = sectionOf(tire.size);
  if (vehicle === 'van') return `${section} R${rim}C ${vanService(tire)}`;
  if (vehicle === 'truck') return `${section} R${rim} ${tire.service.load}`;
  return `${section} ${carService(tire)}`;
}
