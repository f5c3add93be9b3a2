import type { ListedTire } from '../file/listed-tire.ts';
import { memoized } from '../memoize.ts';

/**
 * Equal for similar rows, which are one tire when no EAN tells them apart: manufacturer, model (without spaces, case and
 * punctuation other than a plus), size with construction and C, load and speed index, season, studs, run-flat, XL, and the
 * mark of a car manufacturer (`MO`, `*`). 0006_sources.sql computes the same for older rows.
 */
export function similarityKey(tire: ListedTire): string {
  const { marks, construction } = tire;
  const built = construction === 'ZR' || construction === 'RF' ? 'R' : construction;
  return [
    tire.manufacturer_id,
    modelLetters(tire.model),
    `${tire.tread_width}/${tire.profile}${built}${tire.diameter}${marks.includes('C') ? 'C' : ''}`,
    `${tire.load_index}${tire.speed_index.replace(/[()]/g, '')}`,
    tire.season,
    tire.studs,
    tire.runflat ? 'RF' : '',
    marks.includes('XL') ? 'XL' : '',
    marks
      .filter((mark) => forCarManufacturer.test(mark))
      .sort()
      .join(' '),
  ].join('|');
}

const modelLetters = memoized((model: string) =>
  model
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, ''),
);

const forCarManufacturer =
  /^(\*{1,2}|MO[ES1]?|MO-S|AO[0-9E]?|RO[12]|N[AF]?[0-6]|VOL\d?|T[01]|J|JLR|LR\d?|K[12]|F|F0?1|AM\d|AMR|MGT|ALP|GOE|POL|PE|DT1)$/;
