import type { Registration } from './start-eprel-fake.ts';

const firstId = 900_001;
/** Every 20th registration is repeated with another id; every 30th has another wet grip class than the list. */
const [repeatEvery, otherWetClassEvery] = [20, 30];

/** Returns registrations of a CSV price list without quotes; omits studded, racing and unlabelled tires. */
export function registrationsOfList(csv: string): Registration[] {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/);
  const columns = head.split(',');
  const registrations: Registration[] = [];
  let nextId = firstId;
  for (const line of lines) {
    const cells = line.split(',');
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    // 205/55 R16 91V XL, 195 R14C (106/104Q)
    const [, size = '', load = '', speed = ''] = /^(.+) \(?([\d/]+)([A-Z])\)?(?: XL)?$/.exec(cell('size')) ?? [];
    if (size === '' || cell('studs') === 'studded' || cell('competition') === 'yes' || cell('fuel') === '') continue;
    const index = registrations.length;
    const hasOtherWetClass = index % otherWetClassEvery === otherWetClassEvery - 1;
    const registration: Registration = {
      id: nextId++,
      manufacturer: cell('manufacturer'),
      model: cell('model'),
      load,
      speed,
      size: size.replace('ZR', 'R'),
      xl: / XL$/.test(cell('size')),
      tyreClass: tyreClassOf(cell('vehicle'), size, load, speed),
      fuel: cell('fuel'),
      wet: hasOtherWetClass ? otherWetClass(cell('wet')) : cell('wet'),
      noiseDb: Number(cell('noise_db')),
      noiseClass: cell('noise_class'),
      snow: cell('snow') === 'yes',
      ice: cell('ice') === 'yes',
    };
    registrations.push(registration);
    if (index % repeatEvery === repeatEvery - 1) registrations.push({ ...registration, id: nextId++ });
  }
  return registrations;
}

function otherWetClass(wet: string): string {
  return wet === 'C' ? 'B' : 'C';
}

const maxC2LoadIndex = 121;

function tyreClassOf(vehicle: string, size: string, load: string, speed: string): 'C1' | 'C2' | 'C3' {
  const hasLoadForTwinTires = load.includes('/');
  const isCommercial = vehicle === 'truck' || /C$/.test(size) || hasLoadForTwinTires;
  if (!isCommercial) return 'C1';
  // In the order of speeds, H stands between U and V.
  const isAtLeastSpeedN = speed >= 'N' || speed === 'H';
  return Number.parseInt(load, 10) <= maxC2LoadIndex && isAtLeastSpeedN ? 'C2' : 'C3';
}
