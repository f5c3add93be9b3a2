import fc from 'fast-check';

/** Any UTF-16 text, with lone surrogates and noncharacters. fast-check's own unit `binary` takes seconds to create. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));
