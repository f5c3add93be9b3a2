/** What XML 1.0 has no way to say: control characters and half characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as it stands in an XML element or attribute; what XML cannot hold is left out. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(unspeakable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
