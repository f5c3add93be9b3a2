import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSuppliers } from '../../../src/shop/catalog/supplier/read-suppliers.ts';
import { partnerJson, semicolonCsv, xmlList } from './examples.ts';
import { supplierShop } from './supplier-shop.ts';

const shop = supplierShop();

/** Imports this content as the list of an example declaration. */
async function importExample(declared: typeof partnerJson, content: string | Uint8Array) {
  await writeFile(join(shop.folder, 'list'), content);
  const [supplier] = readSuppliers([{ ...declared, from: { file: 'list' } }]);
  if (!supplier) throw new Error('no supplier was declared');
  const outcome = await shop.fetch(supplier);
  if (!('report' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.report;
}

test('docs/supply/suppliers.md shows these declarations', async () => {
  const page = await readFile('docs/supply/suppliers.md', 'utf8');
  const source = await readFile(join(import.meta.dirname, 'examples.ts'), 'utf8');
  const declarations = source.match(/: SupplierDeclaration = (\{[\s\S]*?\n\});/g) ?? [];
  expect(declarations).toHaveLength(3);
  for (const declaration of declarations) {
    expect(page).toContain(declaration.replace(': SupplierDeclaration = ', '').replace(/;$/, ''));
  }
});

test('imports partner JSON: a status, net prices, sizes in two fields, irregular labels', async () => {
  const row = {
    id: 1,
    code: 'NOK-R5-2055516',
    brand: 'Nokian',
    name: 'Hakkapeliitta R5',
    size: '205/55R16',
    lisi: '94T XL FR',
    season: 'Talv',
    mode: 'Lamell SC',
    eu: 'b d 67',
    is_ssr_rof: 0,
    stock: '>20',
    price: 89.1129,
    mass: '9.4',
    img: 'https://x.example/1.jpg',
  };
  const studded = { ...row, code: 'S1', mode: 'Naast', eu: '', stock: 8, price: 100 };
  const runflat = { ...row, code: 'O1', season: 'Suvi', mode: '', eu: 'C F 72', is_ssr_rof: 1, price: '50.5' };
  const list = { status: 'ok', count: 3, data: [row, studded, runflat] };
  const report = await importExample(partnerJson, JSON.stringify(list));
  expect(report).toMatchObject({ added: 3, failed: 0, refusal: null });
  expect(report.warnings).toContain('row 3: wet of the EU label cannot be read: "C F 72"');
  expect(await shop.tire('NOK-R5-2055516')).toMatchObject({
    supplier: 'rehvivahetus',
    manufacturer_id: 'nokian',
    season: 'winter',
    studs: 'none',
    tread_width: 205,
    load_index: '94',
    speed_index: 'T',
    marks: ['XL', 'FR'],
    fuel: 'B',
    wet: 'D',
    noise_db: 67,
    noise_class: null,
    weight_grams: 9400,
    // 89.1129 × 1.18 × 1.24 = 130.39
    price_cents: 13039,
  });
  const costs = await shop.db.selectFrom('tire_sources').select('cost_net').orderBy('supplier_sku').execute();
  expect(costs).toEqual([{ cost_net: 89.1129 }, { cost_net: 50.5 }, { cost_net: 100 }]);
  expect(await shop.stockOf('NOK-R5-2055516')).toEqual([
    { place: 'supplier:rehvivahetus', on_hand: 20, held: 0, lead_days: 2 },
  ]);
  expect(await shop.tire('S1')).toMatchObject({ studs: 'studded', price_cents: 14632 });
  expect(await shop.tire('O1')).toMatchObject({ season: 'summer', runflat: true, fuel: 'C', wet: null, noise_db: 72 });

  const broken = await importExample(partnerJson, JSON.stringify({ status: 'error', message: 'key', data: [row] }));
  expect(broken.refusal).toEqual({ reason: 'status', field: 'status', value: 'error' });
});

test('imports a semicolon CSV in windows-1257 with decimal commas', async () => {
  const lines = [
    'Kood;EAN;Tootja;Mudel;Mõõt;Indeks;Hooaeg;Naastud;Kütusesääst;Märghaardumine;Müra dB;Laoseis;Hind km-ga;Märkus',
    'B1;6419440382319;Nokian;Hakka Blue 3;205/55 R16;91V;Suverehv;ei;C;A;67;20+;79,90;ostjate lemmik õäöüšž',
    'B2;;Nokian;Hakkapeliitta 10;205/55 R16;94T XL;Talverehv;jah;;;;jah;119,5;',
    'B3;;Nokian;Seasonproof;205/55 R16;94V XL;Aastaringne;ei;G;B;vali;3;99;',
  ];
  // All letters of these lines except š and ž have the same codes in windows-1257 and Latin-1.
  const bytes = Buffer.from(lines.join('\r\n').replace('š', '\u00f0').replace('ž', '\u00fe'), 'latin1');
  const report = await importExample(semicolonCsv, Buffer.concat([bytes, Buffer.from('\r\n')]));
  expect(report).toMatchObject({ added: 3, failed: 0, recordUnit: 'line' });
  expect(report.warnings).toEqual(
    expect.arrayContaining([
      'line 4: fuel cannot be read: "G" is not one of A, B, C, D, E',
      'line 4: noise_db cannot be read: "vali" is not a whole number',
    ]),
  );
  expect(await shop.tire('B1')).toMatchObject({
    price_cents: 7990,
    fuel: 'C',
    wet: 'A',
    noise_db: 67,
    ean: '6419440382319',
  });
  expect(await shop.tire('B2')).toMatchObject({ price_cents: 11950, studs: 'studded', marks: ['XL'] });
  expect(await shop.tire('B3')).toMatchObject({ season: 'all_season', fuel: null, wet: 'B', noise_db: null });
  expect(await shop.stockOf('B2')).toEqual([{ place: 'supplier:balti-rehv', on_hand: 4, held: 0, lead_days: 1 }]);
});

test('imports an XML list with attributes, prices without VAT and an EU label in parts', async () => {
  const list = `<?xml version="1.0" encoding="UTF-8"?>
<export date="2026-11-21"><products>
  <product id="N1"><brand>Michelin</brand><pattern>Pilot Sport &amp; Co</pattern><ean/>
    <size>225/45ZR17</size><indices>94Y XL</indices><season>S</season><studs type="N"/>
    <label snow="no" eprel="610243"><fuel>C</fuel><wet>A</wet><noise>71 dB B</noise></label>
    <stock><total>12</total><tallinn>4</tallinn></stock><price currency="EUR"><net>88.00</net></price></product>
  <product id="N2"><brand><![CDATA[Michelin]]></brand><pattern>X-Ice North 4</pattern>
    <size>205/55R16</size><indices>94T XL</indices><season>W</season><studs type="S"/>
    <stock><total>0</total></stock><price><net>100</net></price></product>
</products></export>`;
  expect(await importExample(xmlList, list)).toMatchObject({ added: 2, failed: 0, recordUnit: 'row' });
  expect(await shop.tire('N1')).toMatchObject({
    model: 'Pilot Sport & Co',
    construction: 'ZR',
    eprel_id: 610243,
    fuel: 'C',
    wet: 'A',
    noise_db: 71,
    noise_class: 'B',
    // 88 × 1.125 × 1.24 = 122.76
    price_cents: 12276,
  });
  expect(await shop.stockOf('N1')).toEqual([{ place: 'supplier:nordtyre', on_hand: 12, held: 0, lead_days: 4 }]);
  expect(await shop.tire('N2')).toMatchObject({ studs: 'studded', price_cents: 13950 });
});
