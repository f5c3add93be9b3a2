const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for XML: names come from price lists and may hold its own signs, and control characters, which it does not allow. */
export function escapedXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\0-\x1f\ufffe\uffff]/g, ' ').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
