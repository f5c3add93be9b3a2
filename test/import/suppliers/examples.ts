import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';

/** The three examples of docs/supply/suppliers.md; examples.test.ts compares them with the page. */
export const partnerJson: SupplierDeclaration = {
  id: 'rehvivahetus',
  name: 'Rehvivahetus',
  from: { url: 'https://partner.rehvivahetus.ee/api?output=json&in_stock=1', key: { query: 'key' } },
  format: { kind: 'json', rows: 'data', status: { field: 'status', is: 'ok' } },
  columns: {
    supplier_sku: 'code',
    manufacturer: 'brand',
    model: 'name',
    size: ['size', 'lisi'],
    season: { from: 'season', values: { Talv: 'winter', Suvi: 'summer' } },
    studs: { from: 'mode', values: { Naast: 'studded', Lamell: 'none', 'Lamell SC': 'none', '': 'none' } },
    runflat: 'is_ssr_rof',
    weight_kg: 'mass',
  },
  label: 'eu',
  stock: { from: 'stock', words: { '>20': 20 } },
  price: { from: 'price', vat: 'excluded', markupPercent: 18 },
  leadDays: 2,
  schedule: '10 */6 * * *',
};

export const semicolonCsv: SupplierDeclaration = {
  id: 'balti-rehv',
  name: 'Balti Rehv',
  from: { file: 'lists/balti-rehv.csv' },
  format: { kind: 'csv', delimiter: ';' },
  encoding: 'windows-1257',
  decimal: ',',
  columns: {
    supplier_sku: 'Kood',
    ean: 'EAN',
    manufacturer: 'Tootja',
    model: 'Mudel',
    size: ['Mõõt', 'Indeks'],
    season: { from: 'Hooaeg', values: { Talverehv: 'winter', Suverehv: 'summer', Aastaringne: 'all_season' } },
    studs: { from: 'Naastud', values: { jah: 'studded', ei: 'none', naastutav: 'studdable' } },
    fuel: 'Kütusesääst',
    wet: 'Märghaardumine',
    noise_db: 'Müra dB',
  },
  stock: { from: 'Laoseis', words: { '20+': 20, jah: 4 } },
  price: { from: 'Hind km-ga', vat: 'included' },
  leadDays: 1,
  schedule: '30 5 * * 1-6',
};

export const xmlList: SupplierDeclaration = {
  id: 'nordtyre',
  name: 'NordTyre',
  from: { url: 'https://b2b.nordtyre.example/export/tyres.xml', key: { header: 'X-Api-Key' } },
  format: { kind: 'xml', rows: 'export/products/product' },
  columns: {
    supplier_sku: '@id',
    ean: 'ean',
    manufacturer: 'brand',
    model: 'pattern',
    size: ['size', 'indices'],
    season: { from: 'season', values: { W: 'winter', S: 'summer', A: 'all_season' } },
    studs: { from: 'studs/@type', values: { N: 'none', P: 'studdable', S: 'studded' } },
    vehicle: { fixed: 'car' },
    snow: 'label/@snow',
    eprel_id: 'label/@eprel',
  },
  label: ['label/fuel', 'label/wet', 'label/noise'],
  stock: { from: 'stock/total' },
  price: { from: 'price/net', vat: 'excluded', markupPercent: 12.5 },
  leadDays: 4,
};
