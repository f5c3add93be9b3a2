import type { Season, SeasonFilter } from '../../shop/catalog/season.ts';
import type { Pictured } from '../../shop/catalog/tire-image.ts';
import { chanceOf } from './chance.ts';
import type { Lettering } from './draw-lettering.ts';
import { drawSidewall } from './draw-sidewall.ts';
import { drawTread } from './draw-tread.ts';
import type { WheelKind } from './draw-wheel.ts';
import { gradients } from './gradients.ts';
import { treadOf } from './tread/tread-of.ts';

const wheels: Partial<Record<Season, WheelKind>> = { truck: 'steel', racing: 'racing' };

/**
 * A model as an SVG of its own: a tread of its season's character, varied by maker and model, and both names on the
 * sidewall. The same bytes each time.
 */
export function drawTire({ maker, model, season, runflat }: Pictured): string {
  return draw(season, `${maker}\0${model}`, runflat, { maker, model });
}

/** A tire that stands for all of its season, without names. */
export function drawSeason(season: SeasonFilter): string {
  return season === 'runflat' ? draw('summer', '', true, null) : draw(season, '', false, null);
}

function draw(season: Season, name: string, runflat: boolean, lettering: Lettering | null): string {
  const tread = treadOf(season, chanceOf(name));
  const wheel = wheels[season] ?? 'alloy';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 1000 1000">' +
    `<defs>${gradients}</defs>` +
    drawTread(tread) +
    drawSidewall({ wheel, runflat, lugs: tread.pitches * 2, lettering }) +
    '</svg>'
  );
}
