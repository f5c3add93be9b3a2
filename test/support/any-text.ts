import fc from 'fast-check';

/** Arbitrary UTF-16 text, with lone surrogates and noncharacters. Faster than fast-check's unit `binary`. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));
