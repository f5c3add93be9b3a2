import { expect, onTestFinished, test } from 'vitest';
import type { SeasonCategory } from '../../shop/catalog/road/season.ts';
import { drawTire } from './drawing/draw-tire.ts';
import { renderBitmap } from './render-bitmap.server.ts';

test.each<SeasonCategory>(['summer', 'winter_studded'])(
  'renders a tire (%s) as a PNG of 800 × 800 pixels',
  async (season) => {
    const png = await renderBitmap(drawTire({ manufacturer: 'Nokian', model: 'Hakka Blue 3', season, runflat: false }));
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect([width, height]).toEqual([800, 800]);
    const maxBytesOfBlankPicture = 50_000;
    expect(png.length).toBeGreaterThan(maxBytesOfBlankPicture);
  },
);

test('rejects a text that is not an SVG', async () => {
  await expect(renderBitmap('no SVG')).rejects.toThrow('SVG data parsing failed');
});

test('rejects when the child process ends before it has read a large SVG', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = '/bin/false';
  await expect(renderBitmap('x'.repeat(1_000_000))).rejects.toThrow('Command failed');
});
