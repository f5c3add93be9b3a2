/** `content`: a text or child elements. Elements without content are left out. */
export type UblElement = readonly [name: string, content: XmlContent, attributes?: Readonly<Record<string, string>>];

type XmlContent = string | null | readonly (UblElement | null)[];

/** Characters that XML 1.0 does not allow, and unpaired surrogates. */
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

export function xmlDocument(root: UblElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}`;
}

function elementText([name, content, attributes = {}]: UblElement, indent: string): string {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ');
  if (typeof content === 'string') {
    const text = escapeXml(content);
    return text.trim() === '' ? '' : `${indent}<${tag}>${text}</${name}>\n`;
  }
  const children = (content ?? []).map((child) => (child ? elementText(child, `${indent}  `) : '')).join('');
  return children === '' ? '' : `${indent}<${tag}>\n${children}${indent}</${name}>\n`;
}

function escapeXml(text: string): string {
  return text.replace(illegal, '').replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);
}
