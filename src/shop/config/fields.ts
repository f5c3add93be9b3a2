import { z } from 'zod';

export const checkedText = (isValid: (text: string) => boolean, error: string) =>
  z.string({ error }).refine(isValid, { error, abort: true });
export const textMatching = (pattern: RegExp, error: string) => checkedText((text) => pattern.test(text), error);

export const text = textMatching(/\S/, 'must be a text that is not blank');
export const phone = checkedText(isPhone, 'must be a phone number with country code, such as +372 700 0101');
export const day = z.iso.date({ error: 'must be a day, such as 2026-12-24' });
const time = textMatching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 09:00');
export const numberBetween = (min: number, max: number, error: string) =>
  z.number({ error }).min(min, { error }).max(max, { error });
export const wholeNumberFrom = (min: number) => {
  const error = `must be a whole number from ${min} on`;
  return z.int({ error }).min(min, { error });
};
const shortText = textMatching(/^.{1,400}$/, 'must be a text of at most 400 characters on one line');
export const textByLocale = z.strictObject({ ee: shortText, en: shortText, ru: shortText });
/** `file`: a path under `public/`. Shown with the proportions 3:2, and cropped to them. */
export const photo = z.strictObject({
  file: textMatching(/^\/[\w/-]+\.(jpg|png|webp)$/, 'must be a path under public/, such as /photos/workshop.jpg'),
  alt: textByLocale,
});
export const isUnique = (values: string[]) => new Set(values).size === values.length;

export const hours = z
  .strictObject({ opens: time, closes: time })
  .refine(({ opens, closes }) => opens < closes, { error: 'must open before it closes' });

/** An Estonian number has seven or eight digits after +372; others have 8 to 15 digits (E.164 allows 15). */
function isPhone(text: string): boolean {
  const digits = /^\+(\d[\d ]*\d)$/.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
  return digits.startsWith('372') ? /^\d{10,11}$/.test(digits) : /^\d{8,15}$/.test(digits);
}
