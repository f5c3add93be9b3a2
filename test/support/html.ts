/** Reads documents by patterns that fit React's HTML. */

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

export function decoded(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');
}

/** The attributes of every element with this name. */
export function elements(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}(\\s[^>]*)?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decoded(value),
      ]),
    ),
  );
}

/** The inner HTML of every element with this name; not for nested ones. */
export function inside(html: string, name: string): string[] {
  const whole = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...html.matchAll(whole)].map(([, inner = '']) => inner);
}

/** The text of every element with this name, without tags. */
export function textsIn(html: string, name: string): string[] {
  return inside(html, name).map((inner) =>
    decoded(inner.replace(/<!--.*?-->/g, '').replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** Messages as `textsIn` returns them: with plain spaces. */
export function withPlainSpaces<Words>(words: Words): Words {
  return JSON.parse(JSON.stringify(words).replaceAll('\u00a0', ' ')) as Words;
}

/** The code of inline scripts. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = '', code = '']) =>
    /\ssrc=|\stype="application\//.test(attributes) ? [] : [code],
  );
}
