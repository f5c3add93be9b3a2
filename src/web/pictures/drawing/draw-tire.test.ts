import { describe, expect, test } from 'vitest';
import { type SeasonCategory, seasonFilterIds } from '../../../shop/catalog/road/season.ts';
import type { TireDesign } from '../../../shop/catalog/tire/tire-image.ts';
import { drawSeason, drawTire } from './draw-tire.ts';

const seasons = seasonFilterIds.filter((id): id is SeasonCategory => id !== 'runflat');
const aModel: TireDesign = { manufacturer: 'Nokian', model: 'Hakka Blue 3', season: 'summer', runflat: false };

/** Returns the part of the drawing with the grooves of the tread. */
const treadOf = (svg: string) => svg.slice(svg.indexOf('<g id="b">'), svg.indexOf('</defs><g clip'));

/** Matches a tag. Captures the slash of a closing tag, the name, and the attributes with the slash of an empty element. */
const tag = /<(\/?)(\w+)((?:\s[\w-]+="[^"<]*")*\s*\/?)>/g;

/** Returns the elements that are not closed at the end. Fails if an element is closed before an inner one. */
function openElements(xml: string): string[] {
  const open: string[] = [];
  for (const [, closingSlash, name = '', attributes = ''] of xml.matchAll(tag)) {
    if (closingSlash) expect(open.pop()).toBe(name);
    else if (!attributes.endsWith('/')) open.push(name);
  }
  return open;
}

describe('the drawing of a tire', () => {
  test.each(seasons)('is the same each time for the season %s', (season) => {
    expect(drawTire({ ...aModel, season })).toBe(drawTire({ ...aModel, season }));
  });

  test('differs between all seasons', () => {
    const drawings = seasons.map((season) => drawTire({ ...aModel, season }));
    expect(new Set(drawings).size).toBe(seasons.length);
    expect(new Set(seasonFilterIds.map(drawSeason)).size).toBe(seasonFilterIds.length);
  });

  test.each(seasons)('has a different tread for each of twelve models of the season %s', (season) => {
    const treads = Array.from({ length: 12 }, (_, i) => treadOf(drawTire({ ...aModel, model: `Model ${i}`, season })));
    expect(new Set(treads).size).toBe(12);
  });

  test('shows studs on a studded tire, and holes in the same tread on a studdable one', () => {
    const [studded, studdable] = (['winter_studded', 'winter_studdable'] as const).map((season) =>
      drawTire({ ...aModel, season }),
    );
    expect(treadOf(studded ?? '')).toBe(treadOf(studdable ?? ''));
    expect(studded).not.toBe(studdable);
    expect(studded).toContain('href="#s"');
    expect(drawTire({ ...aModel, season: 'winter_friction' })).not.toContain('href="#s"');
  });

  test('has the same tread and another sidewall if the tire is run-flat', () => {
    const [plain, runflat] = [drawTire(aModel), drawTire({ ...aModel, runflat: true })];
    expect(treadOf(runflat)).toBe(treadOf(plain));
    expect(runflat).not.toBe(plain);
  });

  test.each(seasons)('is well-formed, small, and refers to nothing outside itself, for the season %s', (season) => {
    const outsideReferenceOrScript = /style=|<script|<style|\son\w+=|href="[^#]|url\((?!#)/;
    for (const model of ['X', 'Green-Max Winter Grip 2', 'M'.repeat(80)]) {
      const svg = drawTire({ ...aModel, model, season });
      expect(openElements(svg)).toEqual([]);
      const textBetweenTags = svg.replace(/<\/?\w+(?:\s[\w-]+="[^"<&]*")*\s*\/?>/g, '');
      expect(textBetweenTags).not.toMatch(/[<>]/);
      expect(svg).not.toMatch(/NaN|undefined|null/);
      expect(svg).not.toMatch(outsideReferenceOrScript);
      expect(Buffer.byteLength(svg)).toBeLessThan(6_000);
    }
  });

  test('has unique ids, and an id for each reference', () => {
    for (const season of seasons) {
      const svg = drawTire({ ...aModel, season });
      const ids = [...svg.matchAll(/\sid="(\w+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, id] of svg.matchAll(/#(\w)[")]/g)) expect(ids).toContain(id);
    }
  });

  test('contains manufacturer and model as text, whatever their characters', () => {
    const svg = drawTire({ ...aModel, manufacturer: 'A&B', model: '<X>&"\0' });
    expect(svg).toContain('>A&amp;B</textPath>');
    expect(svg).toContain('>&lt;X&gt;&amp;&quot;</textPath>');
    expect(openElements(svg)).toEqual([]);
  });
});
