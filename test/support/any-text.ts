import fc from 'fast-check';

/**
 * Any UTF-16 at all, halves of surrogate pairs and what is no character among it. Where fast-check's own unit `binary`
 * would do, it takes seconds to be made.
 */
export const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));
