import { expect, test } from 'vitest';
import { aTire } from '../../../test/support/product.ts';
import { catalogueOf } from '../../shop/catalog/catalogue.server.ts';
import { modelDrawings, tireCard } from './tire-drawings.server.ts';

const size15 = { treadWidth: 195, profile: 65, diameter: 15, text: '195/65 R15' };
const tires = [
  aTire({ id: 'a', price: 79.9 }),
  aTire({ id: 'b', loadIndex: '94', price: 104 }),
  aTire({ id: 'c', size: size15, price: 61 }),
  aTire({ id: 'd', model: 'Hakka Green 4', image: '/tires/summer/other.svg', price: 300 }),
];
const { image } = aTire();

const cardText = /<text [^>]*y="\d+"[^>]*>([^<]*)</g; // The lettering on the tire has no `y`.
const textsOnCard = (id: string, tiresOnSale = tires) => {
  const draw = tireCard(catalogueOf(tiresOnSale), image, id);
  return [...(draw?.() ?? '').matchAll(cardText)].map(([, text]) => text);
};

test('the card of a tire shows its own size, and the prices of its model in that size in steps of 10 €', () => {
  for (const id of ['a', 'b']) expect(textsOnCard(id)).toEqual(['Nokian', 'Hakka Blue 3', '205/55 R16', '70–110 €']);
  expect(textsOnCard('c')).toEqual(['Nokian', 'Hakka Blue 3', '195/65 R15', '60–70 €']);
});

test('the card of a tire shows a changed price', () => {
  expect(textsOnCard('c', [aTire({ id: 'c', size: size15, price: 81 })])).toContain('80–90 €');
});

test('if the model has no tire with that id on sale, the card shows all its sizes and prices', () => {
  for (const id of ['', 'd', 'unknown']) expect(textsOnCard(id)).toContain('R15–R16');
  expect(tireCard(catalogueOf(tires), '/tires/summer/none.svg', 'a')).toBeUndefined();
});

test('modelDrawings returns one drawing for each model, and no cards', () => {
  expect(modelDrawings(catalogueOf(tires))).toHaveLength(2);
});
