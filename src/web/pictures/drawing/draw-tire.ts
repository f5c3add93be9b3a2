import type { SeasonCategory, SeasonFilter } from '../../../shop/catalog/road/season.ts';
import type { TireDesign } from '../../../shop/catalog/tire/tire-image.ts';
import { alloyWheels, drawSidewall, type Lettering, racingWheel, steelWheel, type Wheel } from './draw-sidewall.ts';
import { drawTread } from './draw-tread.ts';
import { seededRandom } from './random.ts';
import { treads } from './tread/treads.ts';

const wheels: Partial<Record<SeasonCategory, Wheel>> = { truck: steelWheel, racing: racingWheel };

/** Draws a tread of the season, and names on the sidewall. The same names always give the same tread and wheel. */
export function drawTire({ manufacturer, model, season, runflat }: TireDesign): string {
  return draw({ season, seed: `${manufacturer}\0${model}`, runflat, lettering: { manufacturer, model } });
}

export function drawSeason(season: SeasonFilter): string {
  if (season === 'runflat') return draw({ season: 'summer', seed: '', runflat: true, lettering: null });
  return draw({ season, seed: '', runflat: false, lettering: null });
}

const lugsPerPitch = 2;

type Drawing = { season: SeasonCategory; seed: string; runflat: boolean; lettering: Lettering | null };

function draw({ season, seed, runflat, lettering }: Drawing): string {
  const tread = treads[season](seededRandom(seed));
  const wheel = wheels[season] ?? seededRandom(`wheel\0${seed}`).oneOf(alloyWheels);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 1000 1000">' +
    `<defs>${gradients}</defs>` +
    drawTread(tread) +
    drawSidewall({ wheel, runflat, lugs: tread.pitches * lugsPerPitch, lettering }) +
    '</svg>'
  );
}

const treadShade = [
  { offset: 0, opacity: 0.3 },
  { offset: 0.12, opacity: 0 },
  { offset: 0.55, opacity: 0 },
  { offset: 1, opacity: 0.5 },
];

/** Light on the tread (`r`), its shadow (`l`), the sidewall (`w`), the inside of the rim (`i`). */
const gradients =
  linear('r', gradientStop(0, '#5d6267') + gradientStop(0.22, '#757b81') + gradientStop(0.6, '#565b60')) +
  linear('l', treadShade.map(shadeStop).join('')) +
  radial('w', '', gradientStop(0.66, '#25282b') + gradientStop(0.84, '#474c51') + gradientStop(1, '#34383c')) +
  radial('i', ' cx=".3"', gradientStop(0.8, '#131517') + gradientStop(1, '#565c61'));

function linear(id: string, stops: string): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`;
}

function radial(id: string, attributes: string, stops: string): string {
  return `<radialGradient id="${id}"${attributes}>${stops}</radialGradient>`;
}

function gradientStop(offset: number, colour: string): string {
  return `<stop offset="${offset}" stop-color="${colour}"/>`;
}

function shadeStop({ offset, opacity }: { offset: number; opacity: number }): string {
  return `<stop offset="${offset}" stop-opacity="${opacity}"/>`;
}
