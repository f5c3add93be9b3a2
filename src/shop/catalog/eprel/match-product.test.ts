import { expect, test } from 'vitest';
import { aTire, completeLabel } from '../../../../test/support/product.ts';
import { matchProducts } from './match-product.ts';
import { type EprelProduct, readProduct } from './read-product.ts';

const tire = aTire();

function registrationOfTire(changes: Record<string, unknown> = {}): EprelProduct {
  const product = readProduct({
    eprelRegistrationNumber: '381667',
    supplierOrTrademark: 'NOKIAN',
    additionalDetails: { commercialName: 'HAKKA BLUE-3' },
    sizeDesignation: '205/55R16',
    loadCapacityIndex: '91',
    speedCategorySymbol: 'V',
    loadCapacityIndicator: 'SL',
    tyreClass: 'C1',
    energyClass: 'C',
    wetGripClass: 'A',
    externalRollingNoiseValue: 67,
    externalRollingNoiseClass: 'A',
    severeSnowTyre: false,
    iceTyre: false,
    status: 'PUBLISHED',
    blocked: false,
    ...changes,
  });
  if (!product) throw new Error('no registration');
  return product;
}

test('proposes the only registration of the same tire with the same classes', () => {
  const ofAnotherSize = [registrationOfTire({ eprelRegistrationNumber: '2', sizeDesignation: '225/45R17' })];
  expect(matchProducts(tire, [registrationOfTire(), ...ofAnotherSize])).toEqual({
    proposed: registrationOfTire(),
    pending: [],
  });
});

test.each([
  ['of another manufacturer', { supplierOrTrademark: 'NORDMAN' }],
  ['with another commercial name', { additionalDetails: { commercialName: 'HAKKA BLUE 2' } }],
  ['of another size', { sizeDesignation: '205/60R16' }],
  ['with another load index', { loadCapacityIndex: '94' }],
  ['with another speed symbol', { speedCategorySymbol: 'W' }],
  ['that is XL', { loadCapacityIndicator: 'XL' }],
  ['with an unknown load version', { loadCapacityIndicator: null }],
  ['of another tire class', { tyreClass: 'C2' }],
  ['that is blocked', { blocked: true }],
])('neither proposes nor asks about a registration %s', (_, changes) => {
  expect(matchProducts(tire, [registrationOfTire(changes)])).toEqual({ proposed: null, pending: [] });
});

test('leaves several registrations of the same tire to a person', () => {
  const two = [registrationOfTire(), registrationOfTire({ eprelRegistrationNumber: '381668', energyClass: 'D' })];
  expect(matchProducts(tire, two)).toEqual({ proposed: null, pending: two });
});

test.each([
  ['differ', { ...completeLabel, wet: 'B' } as const],
  ['are not known', null],
  ['are not all known', { ...completeLabel, noiseClass: null }],
])('leaves the only registration to a person if the classes of the price list %s', (_, label) => {
  expect(matchProducts({ ...tire, label }, [registrationOfTire()])).toEqual({
    proposed: null,
    pending: [registrationOfTire()],
  });
});

test('reads (Y) as Y, and compares both load indices of van tires', () => {
  const van = aTire({ loadIndex: '109/107', speedIndex: 'T', marks: ['C'] });
  const ofVan = { loadCapacityIndex: 109, speedCategorySymbol: 'T', tyreClass: 'C2' };
  expect(matchProducts(van, [registrationOfTire({ ...ofVan, loadCapacityIndex2: 107 })]).proposed).not.toBeNull();
  expect(matchProducts(van, [registrationOfTire({ ...ofVan, loadCapacityIndex2: 105 })]).proposed).toBeNull();
  expect(
    matchProducts(aTire({ speedIndex: '(Y)' }), [registrationOfTire({ speedCategorySymbol: 'Y' })]).proposed,
  ).not.toBeNull();
});

test.each([{}, { status: 'SOMETHING_NEW' }, { status: null, blocked: null }])(
  'a registration with %o is not blocked',
  (changes) => expect(registrationOfTire(changes).isBlocked).toBe(false),
);

test.each([{ blocked: true }, { status: 'BLOCKED' }, { status: 'DELETED' }])(
  'a registration with %o is blocked',
  (changes) => expect(registrationOfTire(changes).isBlocked).toBe(true),
);

test('reads unknown values as missing, and other JSON as no registration', () => {
  const { facts } = registrationOfTire({
    energyClass: 'F',
    externalRollingNoiseValue: '200',
    severeSnowTyre: 'yes',
    tyreClass: 7,
  });
  expect(facts).toMatchObject({ fuel: null, noise_db: null, snow: null, tire_class: null });
  for (const json of [null, [], 'x', {}, { eprelRegistrationNumber: 'x' }]) expect(readProduct(json)).toBeNull();
});
