import type { SizeRefusal } from '../../tire/size.ts';

/** Why a cell or a whole row was refused. */
export type RowFault =
  | { reason: 'empty' | 'not-yes-or-no' | 'not-whole-number' | 'not-ean' | 'wrong-check-digit' | 'not-day' }
  | { reason: 'too-long' | 'not-name'; max: number }
  | { reason: 'not-one-of'; values: readonly string[] }
  | { reason: 'not-number'; name: string }
  | { reason: 'too-many-decimals' | 'more-than'; max: number }
  | { reason: 'less-than'; min: number }
  | { reason: 'hidden-character'; character: string }
  | { reason: 'not-size' | 'no-indices' | 'no-latin-letters' | 'not-marks' | 'like-formula' | 'like-html' }
  | { reason: 'unknown-size-part'; part: Exclude<SizeRefusal, 'empty' | 'unreadable'> }
  | { reason: 'studs-not-winter' | 'snow-despite-mark' | 'no-lead-days' }
  | { reason: 'field-count'; fields: number; columns: number }
  | { reason: 'repeated'; unit: 'line' | 'row'; line: number }
  // Only in suppliers' own formats.
  | { reason: 'array' | 'single-value' | 'ambiguous-decimals' }
  | { reason: 'wrong-decimal-sign'; sign: 'comma' | 'point' }
  | { reason: 'wrong-currency'; written: string; currency: string }
  | { reason: 'no-rate'; currency: string };

const sizeParts = {
  width: 'tread width',
  profile: 'profile',
  diameter: 'rim diameter',
  'load-index': 'load index',
} as const;

/** Returns the reason in English for commands, as the predicate of "the cell is …" where that is possible. */
export function faultText(fault: RowFault): string {
  switch (fault.reason) {
    case 'empty':
      return 'empty';
    case 'not-yes-or-no':
      return 'neither yes nor no';
    case 'not-whole-number':
      return 'not a whole number';
    case 'not-ean':
      return 'not an EAN: 8, 12, 13 or 14 digits';
    case 'wrong-check-digit':
      return 'not an EAN: the check digit is wrong';
    case 'not-day':
      return 'not a day, such as 2027-03-01';
    case 'too-long':
      return `longer than ${fault.max} characters`;
    case 'not-name':
      return `not a name of at most ${fault.max} characters`;
    case 'not-one-of':
      return `not one of ${fault.values.join(', ')}`;
    case 'not-number':
      return `not a ${fault.name}`;
    case 'too-many-decimals':
      return `a number with more than ${fault.max} decimals`;
    case 'more-than':
      return `more than ${fault.max}`;
    case 'less-than':
      return `less than ${fault.min}`;
    case 'hidden-character':
      return `unreadable: it has the hidden character ${fault.character}`;
    case 'not-size':
      return 'not a tire size, such as 205/55 R16 91V XL';
    case 'no-indices':
      return 'without load and speed index, such as 91V';
    case 'no-latin-letters':
      return 'without Latin letters or digits';
    case 'not-marks':
      return 'not a list of marks, such as XL FR M+S';
    case 'like-formula':
      return 'begins like a formula';
    case 'like-html':
      return 'has < or > in it';
    case 'unknown-size-part':
      return `no such ${sizeParts[fault.part]}`;
    case 'studs-not-winter':
      return 'only winter tires have studs';
    case 'snow-despite-mark':
      return 'no, although marks has 3PMSF';
    case 'no-lead-days':
      return 'empty, although stock_supplier is not 0';
    case 'field-count':
      return `${fault.fields} fields where the header has ${fault.columns}`;
    case 'repeated':
      return `the same supplier and SKU as ${fault.unit} ${fault.line}`;
    case 'array':
      return 'an array where a row should be';
    case 'single-value':
      return 'a single value where a row should be';
    case 'ambiguous-decimals':
      return 'ambiguous: three decimals or a thousands separator';
    case 'wrong-decimal-sign':
      return `not a price with a decimal ${fault.sign}`;
    case 'wrong-currency':
      return `in ${fault.written || 'no currency'}, not in ${fault.currency}`;
    case 'no-rate':
      return `no rate of ${fault.currency} applies yet`;
  }
}
