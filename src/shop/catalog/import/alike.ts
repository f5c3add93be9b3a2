import type { ListedTire } from './listed-tire.ts';
import { remembering } from './remember.ts';

/**
 * What tires of two suppliers must have in common to be one tire where no EAN says so: maker, model (whatever its
 * spaces, capitals and punctuation; a plus counts), size with construction and C, load and speed index, season, studs,
 * run-flat, XL, and the car maker for whom it is built (`MO`, `*`). 0006_sources.sql writes the same for older rows.
 */
export function alikeText(tire: ListedTire): string {
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
      .filter((mark) => forCarMaker.test(mark))
      .sort()
      .join(' '),
  ].join('|');
}

const modelLetters = remembering((model: string) =>
  model
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, ''),
);

// Mercedes, Audi, Porsche, Volvo, Tesla, Jaguar and Land Rover, Ferrari, Aston Martin, Maserati, BMW.
const forCarMaker =
  /^(\*{1,2}|MO[ES1]?|MO-S|AO[0-9E]?|RO[12]|N[AF]?[0-6]|VOL\d?|T[01]|J|JLR|LR\d?|K[12]|F|F0?1|AM\d|AMR|MGT|ALP|GOE|POL|PE|DT1)$/;
