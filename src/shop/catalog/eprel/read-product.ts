import { z } from 'zod';
import { parseSize } from '../tire/size.ts';

/** The facts have the names of the columns that store them. */
export type EprelProduct = { id: number; isBlocked: boolean; facts: ReturnType<typeof factsOf> };

export type EprelFacts = EprelProduct['facts'];

/** Texts of EPREL are shown to people: longer texts are cut, and invisible characters are dropped. */
const maxTextLength = 120;

const shortText = z
  .union([z.string(), z.number()])
  .transform((value) =>
    `${value}`
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, maxTextLength),
  )
  .transform((text) => text || null)
  .catch(null);
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max).nullable().catch(null);
const oneOf = <const T extends string>(...values: T[]) => z.enum(values).nullable().catch(null);
const yesNo = z.boolean().nullable().catch(null);

/** The fields of `/api/products/tyres/{id}` that the shop reads. A value that cannot be read counts as missing. */
const productSchema = z.object({
  eprelRegistrationNumber: z.coerce.number().int().positive().max(2_147_483_647),
  supplierOrTrademark: shortText,
  modelIdentifier: shortText,
  commercialName: shortText,
  additionalDetails: z.object({ commercialName: shortText }).catch({ commercialName: null }),
  sizeDesignation: shortText,
  tyreSection: wholeNumber(100, 500),
  aspectRatio: wholeNumber(20, 100),
  rimDiameter: z.coerce.number().min(8).max(60).nullable().catch(null),
  loadCapacityIndex: wholeNumber(40, 220),
  loadCapacityIndex2: wholeNumber(40, 220),
  speedCategorySymbol: shortText,
  loadCapacityIndicator: shortText,
  tyreClass: oneOf('C1', 'C2', 'C3'),
  energyClass: oneOf('A', 'B', 'C', 'D', 'E'),
  wetGripClass: oneOf('A', 'B', 'C', 'D', 'E'),
  externalRollingNoiseValue: wholeNumber(50, 90),
  externalRollingNoiseClass: oneOf('A', 'B', 'C'),
  severeSnowTyre: yesNo,
  iceTyre: yesNo,
  status: shortText,
  blocked: yesNo,
});

const commercialNamePath = 'additionalDetails.commercialName';
const booleanNames = ['severeSnowTyre', 'iceTyre', 'blocked'] as const satisfies (keyof typeof productSchema.shape)[];

const booleansByText = new Map([
  ['true', true],
  ['false', false],
]);

export const lastVersionField = 'lastVersion';

/** The fields of a registration in the export, as paths. */
export const exportedFields = new Set([...Object.keys(productSchema.shape), commercialNamePath, lastVersionField]);

/** Reads a registration from the texts of its fields. Null: they are no registration. */
export function productOfFields(fields: ReadonlyMap<string, string>): EprelProduct | null {
  const flags = booleanNames.map((name) => [name, booleansByText.get(fields.get(name) ?? '') ?? null]);
  const additionalDetails = { commercialName: fields.get(commercialNamePath) ?? null };
  return readProduct({ ...Object.fromEntries(fields), ...Object.fromEntries(flags), additionalDetails });
}

/** Other values of `status`, even unknown ones, count as published: a value that EPREL adds must not withdraw registrations. */
const withdrawnStatus = /BLOCK|DELETE|WITHDRAW|REVOKE|UNPUBLISH/i;

export function readProduct(json: unknown): EprelProduct | null {
  const read = productSchema.safeParse(json);
  if (!read.success) return null;
  const { data } = read;
  return {
    id: data.eprelRegistrationNumber,
    isBlocked: data.blocked === true || withdrawnStatus.test(data.status ?? ''),
    facts: factsOf(data),
  };
}

function factsOf(data: z.infer<typeof productSchema>) {
  const { treadWidth, profile, diameter } = sizeOf(data);
  const { loadCapacityIndex: single, loadCapacityIndex2: twin, loadCapacityIndicator: loadVersion } = data;
  return {
    manufacturer: data.supplierOrTrademark,
    model: data.additionalDetails.commercialName ?? data.commercialName ?? data.modelIdentifier,
    tread_width: treadWidth,
    profile,
    diameter,
    load_index: single === null ? null : [single, twin].filter((index) => index !== null).join('/'),
    speed_index: data.speedCategorySymbol?.replace(/[()]/g, '').toUpperCase() ?? null,
    xl: loadVersion === null ? null : /^(XL|EXTRA ?LOAD|REINF)/i.test(loadVersion),
    tire_class: data.tyreClass,
    fuel: data.energyClass,
    wet: data.wetGripClass,
    noise_db: data.externalRollingNoiseValue,
    noise_class: data.externalRollingNoiseClass,
    snow: data.severeSnowTyre,
    ice: data.iceTyre,
  };
}

function sizeOf({ sizeDesignation, tyreSection, aspectRatio, rimDiameter }: z.infer<typeof productSchema>) {
  const reading = parseSize(sizeDesignation ?? '');
  if (reading.ok) return reading.value;
  return { treadWidth: tyreSection, profile: aspectRatio, diameter: rimDiameter };
}

const searchAnswer = z.object({
  size: z.coerce.number().int().nonnegative().optional(),
  hits: z.array(z.unknown()).max(1_000),
});

/** Reads an answer of the search. `total`: all matches, of which `products` may be a part. Null: no such answer. */
export function readHits(json: unknown): { total: number; products: EprelProduct[] } | null {
  const read = searchAnswer.safeParse(json);
  if (!read.success) return null;
  const products = read.data.hits.map(readProduct).filter((hit) => hit !== null);
  return { total: read.data.size ?? read.data.hits.length, products };
}

/** For people: `Nokian Hakka Blue 3, 205/55 R16 91V: C A 67 dB A`. */
export function productText({ manufacturer, model, ...facts }: EprelFacts): string {
  const { tread_width: width, profile, diameter, load_index: load, speed_index: speed, xl } = facts;
  const profilePart = profile ? `/${profile}` : '';
  const size = `${width ?? '?'}${profilePart} R${diameter ?? '?'}`;
  const indices = `${load ?? '?'}${speed ?? '?'}${xl ? ' XL' : ''}`;
  const noise = facts.noise_db === null ? '?' : `${facts.noise_db} dB`;
  const marks = [facts.snow && 'snow', facts.ice && 'ice'].filter(Boolean).map((mark) => `, ${mark}`);
  const classes = `${facts.fuel ?? '?'} ${facts.wet ?? '?'} ${noise} ${facts.noise_class ?? '?'}${marks.join('')}`;
  return `${manufacturer ?? '?'} ${model ?? '?'}, ${size} ${indices}: ${classes}`;
}
