import { readFileSync } from 'node:fs';

// Preloaded before the shop's code: shifts its clock by the milliseconds in the file JUMP,
// read again at each SIGUSR2. The database's clock and monotonic time are unchanged.

const real = Date;
let ahead = 0;

globalThis.Date = new Proxy(real, {
  construct: (date, given: [], newTarget) =>
    Reflect.construct(date, given.length === 0 ? [real.now() + ahead] : given, newTarget),
  apply: () => new real(real.now() + ahead).toString(),
  get: (date, name) => (name === 'now' ? () => real.now() + ahead : Reflect.get(date, name)),
});

process.on('SIGUSR2', () => {
  ahead = Number(readFileSync(process.env.JUMP ?? '', 'utf8'));
  console.log(`The clock jumped: ${ahead}`);
});
