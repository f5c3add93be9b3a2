import type { SeasonFilter } from '../road/season.ts';

/** The filter that a search word sets. `ignored`: none, such as "tyre" or a load index. */
export type Meaning = SeasonFilter | 'winter' | 'snow' | 'van' | 'ignored';

/** Patterns of the beginnings of Estonian, English and Russian words. The first match counts: "studless" is not "stud". */
const meanings: readonly [Meaning, RegExp][] = [
  [
    'winter_friction',
    /^(lamell|friction|studless|unstud|stud-?free|non-?(stud|naast|nael|шип)|naastu(de)?ta|nael(ade|te)ta|naast(u|e)vaba|naelavaba|naastamata|фрикц|липуч|ламел|скандинав|nordic|põhjama|северн|(не|бе[зс])шип)/,
  ],
  ['winter_studdable', /^(naastatav|studdable|шипуем|подшип)/],
  ['winter_studded', /^(naast|nael|stud|шип)/],
  [
    'all_season',
    /^(aastaring|universaalreh|(all|4|four|multi)-?season|all-?weather|all-?year|year-?round|всесез|круглогод|мультисез)/,
  ],
  ['summer', /^(suv[ei]|summer|летн|лет(о|а|ом)$)/],
  [
    'van',
    /^(kaubik|kaubaauto|väikebuss|väikeveo|vans?$|minibus|commercial|light-(commercial|truck)|фургон|микроавтобус|л[её]гкогруз|коммерч)/,
  ],
  ['truck', /^(veoauto|(raske)?veok|truck|lorry|hgv|грузов)/],
  ['racing', /^(võidusõi|racing|(semi-?)?slick|(pool)?slik|гоноч|(полу)?слик)/],
  ['winter', /^(talv|winter|snow$|зим)/],
  ['runflat', /^(run-?flat|rf$|rft$|rof$|ssr$|zp$|р[ау]н-?фл[аеэ]т)/],
  ['snow', /^(3pmsf|snow-?flake|lumehel[bv]e|снежин)/],
  [
    'ignored',
    /^(rehv|tires?$|tyres?$|шин|резин|покрыш|kumm|mõõt|size|размер|sõiduauto|car$|легков|auto|авто|xl$|el$|sl$)/,
  ],
  ['ignored', /^(ja|and|и|with|с|на|для|for|mm|мм|m\+s|(toll|inch|дюйм|velg|velje|диск|reinf|усил)\p{L}*)$/u],
  // Load index, with or without speed symbol: 91V, 109/107T, (94Y), 91. нтврсх: Cyrillic letters for H, T, …
  ['ignored', /^\(?([6-9]\d|1[0-7]\d)(\/([6-9]\d|1[0-7]\d))?[a-zнтврсх]?\)?$/],
  ['ignored', /^[a-zнтврсх]$/],
];

/** Parts of phrases and their replacements, which make one word of a phrase: `без шипов` → `non-шипов`. */
const phrases: readonly [RegExp, string][] = [
  [/(?<!\p{L})(without|no|non|not|ilma|mitte|без|не)\s+(?=stud|naast|nael|шип)/giu, 'non-'],
  [/(?<!\p{L})под\s+(?=шип)/giu, 'под'],
  [/(?<!\p{L})(läbi|terve)\s+aasta(?!\p{L})/giu, 'aastaringne'],
  [/(?<!\p{L})все\s+(?=сезон)/giu, 'все'],
  [/(?<!\p{L})л[её]гк(?:ие|их|ий|ая|ой)\s+(?=груз)/giu, 'легко'],
  [
    /(?<![\p{L}\d])(all|4|four|multi|year|run|semi|stud|snow|light|р[ау]н)\s+(?=season|weather|year|round|flat|slick|free|flake|commercial|truck|фл[аеэ]т)/giu,
    '$1-',
  ],
];

/** Makes one word of each phrase: `без шипов`, `all season`. */
export function joinPhrases(text: string): string {
  return phrases.reduce((joined, [phrase, replacement]) => joined.replace(phrase, replacement), text);
}

export function meaningOf(text: string): Meaning | null {
  const word = text.toLowerCase().replace(/^[^\p{L}\d(]+|[^\p{L}\d)]+$/gu, '');
  return meanings.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

/** Manufacturers as Russian speakers spell them, normalized by `comparableName` of search-text.ts, which turns `й` into `и`. */
export const cyrillicManufacturers: Readonly<Record<string, string>> = {
  барум: 'barum',
  бфгудрич: 'bfgoodrich',
  бриджстоун: 'bridgestone',
  бриджстон: 'bridgestone',
  викинг: 'viking',
  вредештаин: 'vredestein',
  гиславед: 'gislaved',
  гудиер: 'goodyear',
  гудеар: 'goodyear',
  гудраид: 'goodride',
  данлоп: 'dunlop',
  дебица: 'debica',
  иокогама: 'yokohama',
  иокохама: 'yokohama',
  клебер: 'kleber',
  континенталь: 'continental',
  конти: 'continental',
  корморан: 'kormoran',
  купер: 'cooper',
  кумхо: 'kumho',
  максис: 'maxxis',
  матадор: 'matador',
  мишлен: 'michelin',
  мишелин: 'michelin',
  нанканг: 'nankang',
  нексен: 'nexen',
  нокиан: 'nokian',
  нокия: 'nokian',
  петлас: 'petlas',
  пирелли: 'pirelli',
  раикен: 'riken',
  сава: 'sava',
  саилун: 'sailun',
  семперит: 'semperit',
  тоио: 'toyo',
  триангл: 'triangle',
  фаиэрстоун: 'firestone',
  фаирстоун: 'firestone',
  фалкен: 'falken',
  фулда: 'fulda',
  ханкук: 'hankook',
  юнироял: 'uniroyal',
  линглонг: 'linglong',
};
