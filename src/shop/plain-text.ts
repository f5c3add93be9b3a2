/** Controls, bidirectional and zero-width marks, line and paragraph separators: Unicode's Cc, Cf, Zl and Zp. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What mail programs make a link of. A bare domain without a path is not here: companies are named so (`Rehv24.ee OÜ`). */
const link = /:\/\/|www\.|@|[\p{L}\d]\.\p{L}{2,}[/?#:]\S/iu;

/** Whether the text has characters that are not seen, some of which reorder or split the text around them. */
export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

/** Whether the text has a web or e-mail address, also one in full-width characters. */
export function hasLink(text: string): boolean {
  return link.test(text.normalize('NFKC'));
}

/** The text without hidden characters, for texts of several lines: keeps line breaks (as `\n`), tabs and the joiners of emoji. */
export function withoutHidden(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu, '');
}
