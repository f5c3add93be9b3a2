import { readFileSync } from 'node:fs';

// Loaded into the shop before its own code: its clock stands as many milliseconds off as the file says that JUMP names,
// which is read again at each SIGUSR2. The clock of the database, and what counts time that has passed, stay as they are.

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
