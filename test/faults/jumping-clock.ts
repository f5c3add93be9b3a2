import { readFileSync } from 'node:fs';

// Preloaded before the shop's code: shifts its clock by the milliseconds in the file JUMP,
// read again at each SIGUSR2. The database's clock and monotonic time are unchanged.

const RealDate = Date;
let offsetMs = 0;

globalThis.Date = new Proxy(RealDate, {
  construct: (date, args: [], newTarget) =>
    Reflect.construct(date, args.length === 0 ? [RealDate.now() + offsetMs] : args, newTarget),
  apply: () => new RealDate(RealDate.now() + offsetMs).toString(),
  get: (date, name) => (name === 'now' ? () => RealDate.now() + offsetMs : Reflect.get(date, name)),
});

process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env.JUMP ?? '', 'utf8'));
  console.log(`The clock jumped: ${offsetMs}`);
});
