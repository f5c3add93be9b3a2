import { expect, test } from 'vitest';
import { readFitmentRow } from './read-fitment-row.ts';

const golf = {
  make: 'Volkswagen',
  model: 'Golf',
  generation: 'VII',
  from: '2012',
  to: '2020',
  engine: '1.6 TDI',
  kw: '81',
  oem: 'yes',
  winter: 'no',
  note: '',
};
const front = { front_size: '205/55R16', front_load: '91', front_speed: 'V' };
const read = (changes: Record<string, string>) => readFitmentRow({ ...golf, ...front, ...changes });

test('reads a car with one size for both axles', () => {
  expect(read({})).toEqual({
    ok: true,
    row: {
      make: 'Volkswagen',
      model: 'Golf',
      generation: 'VII',
      from_year: 2012,
      to_year: 2020,
      engine: '1.6 TDI',
      kw: 81,
      front_size: '205/55 R16',
      front_load: '91',
      front_speed: 'V',
      front_xl: false,
      rear_size: null,
      rear_load: null,
      rear_speed: null,
      rear_xl: false,
      oem: true,
      winter: false,
      note: '',
    },
  });
});

test('reads load, speed and XL from the size, and empty cells as not known', () => {
  expect(read({ front_size: '205/55 R16 94W XL', front_load: '', front_speed: '' })).toMatchObject({
    row: { front_size: '205/55 R16', front_load: '94', front_speed: 'W', front_xl: true },
  });
  expect(read({ front_load: '', front_speed: '', from: '', kw: '' })).toMatchObject({
    row: { front_load: null, front_speed: null, from_year: null, kw: null },
  });
});

test('reads different sizes, and the same size twice as one', () => {
  const rear = { rear_size: '255/40 R18', rear_load: '95', rear_speed: 'Y' };
  expect(read({ front_size: '225/45 R18', front_load: '91', front_speed: 'Y', ...rear })).toMatchObject({
    row: { front_size: '225/45 R18', rear_size: '255/40 R18', rear_load: '95', rear_speed: 'Y' },
  });
  expect(read({ rear_size: '205/55 R16', rear_load: '91', rear_speed: 'V' })).toMatchObject({
    row: { rear_size: null },
  });
  expect(read({ rear_size: '205/55 R16 XL', rear_load: '91', rear_speed: 'V' })).toMatchObject({
    row: { rear_size: '205/55 R16', rear_xl: true },
  });
});

test.each([
  ['make', { make: ' ' }],
  ['model', { model: 'x'.repeat(61) }],
  ['from', { from: '12' }],
  ['to', { to: '2011' }],
  ['kw', { kw: '81.5' }],
  ['front_size', { front_size: '16' }],
  ['front_load', { front_load: '9' }],
  ['front_speed', { front_speed: 'I' }],
  ['rear_size', { rear_load: '91' }],
  ['rear_size', { rear_size: '195/60 R16', rear_load: '91', rear_speed: 'V' }],
  ['rear_size', { rear_size: '255/40 R22', rear_load: '91', rear_speed: 'V' }],
  ['oem', { oem: 'perhaps' }],
  ['oem', { oem: 'constructor' }],
  ['note', { note: 'a\u0000b' }],
])('names the column %s of a bad row', (column, changes) => {
  expect(read(changes)).toMatchObject({ ok: false, column });
});
