import { expect, test } from 'vitest';
import example from '../../../shop.config.ts';
import { publicConfig, readShopConfig, shopConfigFaults } from './shop-config.ts';

test('reads the example without changes', () => {
  expect(readShopConfig(example, 'shop.config.ts')).toEqual(example);
});

const [branch] = example.branches as [(typeof example.branches)[0]];
const { vatNumber, ...withoutVatNumber } = example;
const withBranch = (changes: object) => ({ ...example, branches: [{ ...branch, ...changes }] });
const { fitting } = example;
const withFitting = (changes: object) => withBranch({ fitting: { ...branch.fitting, ...changes } });
const [bay] = branch.fitting.bays;
const [work] = fitting.works;
const fourWheels = { ...work, wheels: 4, maxRim: 30 };
const oneWheel = { ...work, wheels: 1, maxRim: 13 };
const { merit } = example.books;
const withCash = (cash: object) => ({
  ...example,
  books: { merit: { ...merit, accounts: { ...merit.accounts, cash } } },
});
const texts = { ee: 'Töökoda', en: 'The workshop', ru: 'Мастерская' };
const withHours = (changes: object) => ({ ...example, hours: { ...example.hours, ...changes } });

test.each<[content: unknown, fault: RegExp]>([
  [{ ...example, registryCode: '12345679' }, /^registryCode: must be a registry code: .* check digit$/],
  [{ ...example, vatNumber: 'EE100931559' }, /^vatNumber: must be a VAT number/],
  [{ ...example, bank: { ...example.bank, iban: 'EE382200221020145686' } }, /^bank\.iban: must be an IBAN/],
  [{ ...example, bank: { ...example.bank, bic: 'LHV' } }, /^bank\.bic: must be a BIC/],
  [{ ...example, vat: [{ from: '2025-02-30', percent: 24 }] }, /^vat\.0\.from: must be a day, such as 2026-12-24$/],
  [{ ...example, vat: [{ from: '2025-07-01', percent: '24' }] }, /^vat\.0\.percent: must be a number from 0 to 100$/],
  [{ ...example, vat: [] }, /^vat: must have a rate$/],
  [{ ...example, email: 'info' }, /^email: must be an e-mail address$/],
  [{ ...example, name: ' ' }, /^name: must be a text that is not blank$/],
  [{ ...example, phones: ['+372 700 0101', '700 0102'] }, /^phones\.1: must be a phone number with country code/],
  [{ ...example, phones: ['+372 700 0101', '+372 700 010'] }, /^phones\.1: must be a phone number/],
  [{ ...example, phones: ['+372 700 0101'] }, /^phones: must be two phone numbers$/],
  [{ ...example, servicePricesUrl: 'teenused.ee' }, /^servicePricesUrl: must be an http\(s\) address$/],
  [{ ...example, servicePricesUrl: 'javascript:alert(1)' }, /^servicePricesUrl: must be/],
  [{ ...example, legalGuaranteeNotice: { ee: 'et.svg', en: '/en.svg', ru: '/ru.svg' } }, /^legalGuaranteeNotice\.ee: /],
  [{ ...example, limits: { ...example.limits, perLine: 0 } }, /^limits\.perLine: must be a whole number from 1 on$/],
  [{ ...example, limits: { ...example.limits, perLine: 50 } }, /^limits\.perLine: must not exceed perOrder$/],
  [{ ...example, terms: { ...example.terms, redirectMinutes: '45' } }, /^terms\.redirectMinutes: must be a whole/],
  [{ ...example, branches: [branch, branch] }, /^branches: must have unique ids$/],
  [withBranch({ id: 'supplier' }), /^branches\.0\.id: must be .*, and not “supplier”: /],
  [withBranch({ id: 'Ring tee' }), /^branches\.0\.id: must be lower-case letters/],
  [withBranch({ postalCode: '5050' }), /^branches\.0\.postalCode: must be five digits$/],
  [
    withBranch({ position: { latitude: 26.7, longitude: 26.7 } }),
    /^branches\.0\.position\.latitude: must be a latitude/,
  ],
  [withBranch({ map: '' }), /^branches\.0\.map: must be an http\(s\) address$/],
  [withBranch({ services: ['fiting'] }), /^branches\.0\.services\.0: must be fitting, repair, /],
  [withBranch({ services: undefined }), /^branches\.0\.services: Invalid input: expected array, received undefined$/],
  [
    withHours({ weekdays: { opens: '9:00', closes: '18:00' } }),
    /^hours\.weekdays\.opens: must be a time, such as 09:00$/,
  ],
  [withHours({ weekdays: { opens: '18:00', closes: '09:00' } }), /^hours\.weekdays: must open before it closes$/],
  [withHours({ exceptions: { '24.12.2026': null } }), /^hours\.exceptions\.24\.12\.2026: must be a day, such as/],
  [withHours({ weekends: null }), /^hours\.weekends: must be by-booking$/],
  [withCash({ ringtee: 'Kassa' }), /^books\.merit\.accounts\.cash: must have the account of branch annelinn$/],
  [{ ...example, books: { merit: { ...merit, taxes: { '24%': 'K' } } } }, /^books\.merit\.taxes\.24%: must be a rate/],
  [withFitting({ bays: [] }), /^branches\.0\.fitting\.bays: must have a bay$/],
  [withFitting({ bays: [bay, bay] }), /^branches\.0\.fitting\.bays: must have unique ids$/],
  [
    withFitting({ bays: [{ ...bay, maxRim: 40 }] }),
    /^branches\.0\.fitting\.bays\.0\.maxRim: must be a rim from 10 to 30/,
  ],
  [withFitting({ bays: [{ ...bay, id: 0 }] }), /^branches\.0\.fitting\.bays\.0\.id: must be a whole number from 1 on$/],
  [withFitting({ bays: [{ ...bay, online: undefined }] }), /^branches\.0\.fitting\.bays\.0\.online: /],
  [
    withFitting({ windows: { saturday: { opens: '15:00', closes: '10:00' } } }),
    /\.windows\.saturday: must open before/,
  ],
  [withFitting({ windows: { someday: null } }), /^branches\.0\.fitting\.windows\.someday: /],
  [withFitting({ works: [] }), /^branches\.0\.fitting\.works: must have an entry$/],
  [
    withFitting({ works: [fourWheels, oneWheel] }),
    /^branches\.0\.fitting\.works\.1: is never used, because an earlier entry covers it$/,
  ],
  [withFitting({ works: [{ ...work, minutes: 40 }] }), /\.works\.0\.minutes: must be whole quarters of an hour$/],
  [withFitting({ works: [{ ...work, minutes: 0 }] }), /\.works\.0\.minutes: must be from 15 to 240 minutes$/],
  [withFitting({ works: [{ ...work, wheels: 5 }] }), /\.works\.0\.wheels: must be a number of wheels from 1 to 4$/],
  [withFitting({ works: [{ ...work, euros: -1 }] }), /\.works\.0\.euros: must be a price in euros$/],
  [withFitting({ works: [{ ...work, vehicles: ['truck'] }] }), /\.works\.0\.vehicles\.0: must be car, suv or van$/],
  [
    withBranch({ services: ['repair'] }),
    /^branches\.0\.services: must include fitting, because the branch has bays for it$/,
  ],
  [
    { ...example, fitting: { works: [fourWheels, oneWheel] }, branches: [branch] },
    /^branches\.0\.fitting\.works\.1: is never used/, // the branch inherits the `works` of the shop
  ],
  [
    { ...withBranch({}), fitting: undefined },
    /^branches\.0\.fitting: must have `works`, here or in `fitting` of the shop$/,
  ],
  [{ ...example, about: { since: '1998' } }, /^about\.since: must be a year, such as 1998$/],
  [{ ...example, about: { text: { ee: 'Tere', en: 'Hello' } } }, /^about\.text\.ru: must be a text of at most 400/],
  [
    withBranch({ photo: { file: 'ringtee.jpg', alt: texts } }),
    /^branches\.0\.photo\.file: must be a path under public/,
  ],
  [withBranch({ photo: { file: '/../shop.local.png', alt: texts } }), /^branches\.0\.photo\.file: must be a path/],
  [withBranch({ photo: { file: '/ringtee.svg', alt: texts } }), /^branches\.0\.photo\.file: must be a path/],
  [withBranch({ text: { ...texts, en: 'a'.repeat(401) } }), /^branches\.0\.text\.en: must be a text of at most 400/],
  [{ ...example, fitting: { ...fitting, includes: [] } }, /^fitting\.includes: must have a text$/],
  [null, /^the default export: Invalid input: expected object, received null$/],
])('reports a wrong value as one fault that names its key: case %#', (content, fault) => {
  expect(shopConfigFaults(content)).toEqual([expect.stringMatching(fault)]);
});

test('the error names the file, a missing key and an unknown key, each on a line of its own', () => {
  expect(() => readShopConfig({ ...withoutVatNumber, vatNumer: vatNumber }, 'shop.local.ts')).toThrow(
    new Error(
      'shop.local.ts\n' +
        'vatNumber: must be a VAT number: EE and nine digits, of which the last one is a check digit\n' +
        'vatNumer: is not a known key',
    ),
  );
});

test('publicConfig leaves out limits on unpaid orders, reminders, VAT rates, accounting and hours of bays', () => {
  const { bank, limits, terms, branches, ...otherFields } = publicConfig(readShopConfig(example, 'shop.config.ts'));
  expect(Object.keys(bank)).toEqual(['name', 'iban']);
  expect(Object.keys(limits)).toEqual(['perLine', 'perOrder']);
  expect(Object.keys(terms)).toEqual(['pickUpWorkingDays', 'transferWorkingDays', 'redirectMinutes', 'courierEuros']);
  expect(JSON.stringify(branches)).not.toContain('windows');
  expect(otherFields).not.toHaveProperty('vat');
  expect(otherFields).not.toHaveProperty('books');
  expect(otherFields.fitting).toEqual(example.fitting);
});
