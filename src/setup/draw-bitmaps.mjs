// Draws the Open Graph images and the icon in public/. Run it by hand after a change of the drawings: node_modules/node/bin/node src/setup/draw-bitmaps.mjs
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { seasonFilterIds } from '../shop/catalog/road/season.ts';
import { drawSeason } from '../web/pictures/drawing/draw-tire.ts';
import { ensureChromium } from './chromium.mjs';
import { root } from './project.mjs';

const font = await readFile(
  join(root, 'node_modules/@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2'),
);

/** @typedef {import('../shop/catalog/road/season.ts').SeasonFilter} Season */

/** @type {Partial<Record<Season, string[]>>} Sizes on the images of some seasons; the others show `commonSize`. Images have no words, so that one serves every language. */
const typicalSizes = { truck: ['315/80', 'R22.5'], racing: ['245/40', 'ZR18'], runflat: ['245/45', 'R18'] };

const style = `
  @font-face { font-family: Golos; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 400 900 }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: #faf8f4;
    color: #1a1c1e; font: 800 142px/0.98 Golos; letter-spacing: -0.035em; font-variant-numeric: tabular-nums }
  img { position: absolute; right: -70px; top: -35px; width: 700px; height: 700px }
  .pair img { right: -60px; top: 150px; width: 500px; height: 500px }
  .pair img:first-child { right: 185px; top: -40px; width: 430px; height: 430px }
  p { position: absolute; left: 64px; top: 150px; margin: 0 }
  hr { position: absolute; left: 72px; bottom: 112px; width: 132px; height: 22px; margin: 0; border: 0; background: #ffcf1a }
`;

const pageHtml = (/** @type {string[]} */ lines, /** @type {string} */ drawings) =>
  `<!doctype html><meta charset="utf-8"><style>${style}</style>${drawings}<p>${lines.join('<br>')}</p><hr>`;

const imageHtml = (/** @type {Season} */ season) =>
  `<img src="data:image/svg+xml;base64,${Buffer.from(drawSeason(season)).toString('base64')}">`;

await mkdir(join(root, 'public/og'), { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  const draw = async (/** @type {string} */ name, /** @type {string[]} */ lines, /** @type {string} */ drawings) => {
    await tab.setContent(pageHtml(lines, drawings));
    await tab.evaluate(() =>
      Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]),
    );
    // JPEG, because some sites do not load a PNG of this size (300 kB).
    await tab.screenshot({ path: join(root, `public/og/${name}.jpg`), type: 'jpeg', quality: 72 });
  };
  const commonSize = ['205/55', 'R16'];
  await draw('shop', commonSize, `<div class="pair">${imageHtml('summer')}${imageHtml('winter_friction')}</div>`);
  for (const season of seasonFilterIds) await draw(season, typicalSizes[season] ?? commonSize, imageHtml(season));

  // Without rounded corners, because phones round icons themselves.
  const icon = (await readFile(join(root, 'public/favicon.svg'), 'utf8')).replace(' rx="6"', '');
  await tab.setViewportSize({ width: 180, height: 180 });
  await tab.setContent(`<style>body { margin: 0 } svg { display: block }</style>${icon}`);
  await tab.screenshot({ path: join(root, 'public/apple-touch-icon.png') });
} finally {
  await browser.close();
}
