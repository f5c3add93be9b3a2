import { describe, expect, test } from 'vitest';
import { productQuery } from './product-query.ts';

describe('a query for products', () => {
  test('without parameters asks for the first 24 by price', () => {
    expect(productQuery.parse({})).toEqual({ sort: 'price', limit: 24, offset: 0 });
  });

  test('is parsed from text', () => {
    const text = { treadWidth: '315', profile: '0', diameter: '22.5', season: 'truck', limit: '100', offset: '48' };
    expect(productQuery.parse(text)).toEqual({
      treadWidth: 315,
      profile: 0,
      diameter: 22.5,
      season: 'truck',
      sort: 'price',
      limit: 100,
      offset: 48,
    });
  });

  test.each([
    ['profile', ''],
    ['profile', ' '],
    ['profile', '-1'],
    ['profile', '55.5'],
    ['treadWidth', '0x1f4'],
    ['treadWidth', '2e2'],
    ['treadWidth', '99'],
    ['treadWidth', '501'],
    ['diameter', '16.3'],
    ['diameter', 'R16'],
    ['diameter', '31'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '2.5'],
    ['offset', ''],
    ['offset', '-1'],
    ['offset', '1000001'],
    // The kinds of winter tires are seasons of their own, such as `winter_studded`.
    ['season', 'winter'],
    ['season', ''],
    ['manufacturer', ''],
    ['manufacturer', 'Nokian'],
    ['sort', 'cheap'],
    ['sort', ''],
    ['colour', 'black'],
  ])('with %s=%j is refused', (name, value) => expect(productQuery.safeParse({ [name]: value }).success).toBe(false));

  test('with a repeated parameter is refused', () => {
    expect(productQuery.safeParse({ profile: ['55', '60'] }).success).toBe(false);
    expect(productQuery.safeParse({ season: ['summer', 'truck'] }).success).toBe(false);
  });
});
