import { describe, expect, test } from 'vitest';
import { pdfDrawings } from '../../../test/support/pdf-text.ts';
import {
  documents,
  label,
  longName,
  settings,
  textOf,
  textsOf,
  tire,
  workOrder,
} from '../../../test/support/printed.ts';
import { qrTextOf } from '../../../test/support/qr-text.ts';
import { localeIds } from '../../shop/locale.ts';
import { shelfLabelsPdf } from './shelf-label.ts';
import { printTexts } from './texts.ts';
import { type WorkOrder, workOrderPdf } from './work-order.ts';

const documentNames = Object.keys(documents) as (keyof typeof documents)[];
const unprintable = /□|\?|\{|print\./; // no glyph, lost character, open argument, missing text

describe.each(localeIds)('in %s', (locale) => {
  test.each(documentNames)(
    '%s has a glyph for every character, and the same bytes for the same content',
    async (name) => {
      const pdf = await documents[name](locale);
      expect(textOf(pdf)).not.toMatch(unprintable);
      expect(pdf.equals(await documents[name](locale))).toBe(true);
      expect(pdf.toString('latin1')).toContain(`/Lang (${printTexts(locale).language})`);
    },
  );
});

test.each([
  ['ee', 'Töökäsk · Ringtee · lubatud 26.11.2026', 'Paigaldus', 'Kohal 2/4', 'Kliendi allkiri'],
  ['ru', 'Заказ-наряд · Ringtee · обещано 26.11.2026', 'Установка', 'На месте 2 из 4', 'Подпись клиента'],
  ['en', 'Work order · Ringtee · promised 26/11/2026', 'Fitting', '2 of 4 here', 'Customer: signature'],
] as const)('a work order in %s shows order, vehicle, buyer, tires, shelf and note', async (locale, ...words) => {
  const text = textOf(await workOrderPdf(workOrder(), settings(locale)));
  for (const word of [
    ...words,
    'R26-4F7K2',
    '123 ABC',
    'Õie Šmidt-Žukova',
    '+372 5555 1234',
    '4 ×',
    tire.size,
    tire.title,
    'A3',
    'DOT',
    'Helistage enne.',
  ]) {
    expect(text).toContain(word);
  }
});

test('a work order says when, where and at what price the tires are fitted, and what to bring from the storage', async () => {
  const text = textOf(await workOrderPdf(workOrder(), settings('en')));
  for (const word of ['27/11/2026 09:00', 'Bay 3, 30 min', 'car', '€60.00', 'Bring from storage'])
    expect(text).toContain(word);
  const unagreed = textOf(await workOrderPdf(workOrder({ fitting: null }), settings('en')));
  expect(unagreed).not.toMatch(/Bay|storage/);
});

test('each document has pages of the size of its paper', async () => {
  const sizeOf = async (name: keyof typeof documents) => pdfDrawings(await documents[name]('ee'))[0]?.size;
  const mm = (points: number[] | undefined) => points?.map((point) => Math.round((point / 72) * 25.4));
  expect(mm(await sizeOf('label'))).toEqual([62, 29]);
  expect(mm(await sizeOf('work order'))).toEqual([148, 210]);
  expect(mm(await sizeOf('purchase'))).toEqual([210, 297]);
  expect(mm(await sizeOf('transfer'))).toEqual([210, 297]);
  expect(mm(await sizeOf('day’s list'))).toEqual([297, 210]);
});

test('a label and a work order hold no e-mail address, link or secret, not even one that a buyer has typed', async () => {
  const typed =
    'oie@example.com https://rehvipood.example/success?order=R26-4F7K2#s3cret rehvipood.example/success#s3cret';
  const name = `Õie oie@example.com`;
  const workOrderText = textOf(await workOrderPdf(workOrder({ name, note: `Enne ${typed} pärast` }), settings('en')));
  const labelText = textOf(await shelfLabelsPdf([label({ name })], settings('en')));
  expect(workOrderText).toContain('Enne … … … pärast');
  for (const text of [workOrderText, labelText]) expect(text).not.toMatch(/@|s3cret|example/);
  expect(labelText).not.toContain('Õie');
});

test('each label has a page of its own; long texts end in an ellipsis and are never smaller than 7 pt', async () => {
  const long = label({
    name: longName,
    plate: 'WWWWWWWWWW',
    branch: 'Lõunakeskuse suurim filiaal',
    count: 20,
    title: 'BFGoodrich Advantage SUV All-Season',
    size: '1100/65 R16C 115/113R XL',
  });
  const pdf = await shelfLabelsPdf([label(), long, label({ plate: null, name: '', fitting: null })], settings('ee'));
  const pages = textsOf(pdf);
  expect(pages).toHaveLength(3);
  expect(pages[0]?.split('\n')).toEqual([
    '123 ABC',
    'R26-4F7K2',
    '4 × 205/55 R16',
    'Nokian Hakkapeliitta R5',
    'Šmidt-Žukova · 27.11 09:00',
    '94R XL · 26.11.2026 · Ringtee',
    '',
  ]);
  expect(pages[1]).toMatch(
    /R26-4F7K2\n20 × 1100\/65 R16C\nBFGoodrich Adv.*…\nVandersteen.*…\n115\/113R XL · 26\.11\.2026 · .*…\n/,
  );
  for (const { textSizes } of pdfDrawings(pdf)) expect(Math.min(...textSizes)).toBeGreaterThanOrEqual(7);
});

test('the QR codes of label and work order open the order at the desk', async () => {
  for (const name of ['label', 'work order'] as const) {
    const [page] = pdfDrawings(await documents[name]('ee'));
    expect(qrTextOf(page?.content ?? '')).toBe('https://desk.rehvipood.example/o/R26-4F7K2');
  }
});

test('a long order continues on the next page, and every tire has a field for its DOT code', async () => {
  const lines = Array.from({ length: 7 }, (_, index) => ({
    ...workOrder().lines[0],
    count: 4,
    title: `Rehv ${index + 1}`,
  }));
  const pdf = await workOrderPdf(workOrder({ name: longName, lines: lines as WorkOrder['lines'] }), settings('ee'));
  const pages = textsOf(pdf);
  pages.forEach((page, index) => {
    expect(page).toContain(`Töökäsk R26-4F7K2 · Leht ${index + 1}/${pages.length} · prinditud 26.11.2026, 00:05`);
  });
  for (const { title } of lines) expect(pages.join('\n')).toContain(`${title}\n`);
  expect(pages.join('\n')).toMatch(/Maksimilian Alexander .*…/);
  const dotCodeBox = / 46 18 re\nS/g; // the outline of a rectangle of 46 × 18 points
  const boxes = pdfDrawings(pdf).flatMap(({ content }) => [...content.matchAll(dotCodeBox)]);
  const tireCount = 7 * 4;
  expect(boxes).toHaveLength(tireCount);
});
