import { escapedXml } from '../labels/escaped-xml.ts';

export type Lettering = { maker: string; model: string };

const size = 92;

/** The maker over the wheel and the model under it, each along its arc; `along`: radius of the letters' feet. */
export function drawLettering({ maker, model }: Lettering, along: number): string {
  const over = Math.round(along);
  // Letters under the wheel hang from their arc by their heads, so theirs lies further out by a capital's height.
  const under = over + Math.round(size * 0.72);
  return (
    `<path id="m" fill="none" d="M-${over} 0a${over} ${over} 0 0 1 ${2 * over} 0"/>` +
    `<path id="n" fill="none" d="M-${under} 0a${under} ${under} 0 0 0 ${2 * under} 0"/>` +
    `<g font-family="Arial,Helvetica,sans-serif" font-weight="700" fill="#d3d7da" text-anchor="middle">` +
    `${word('m', maker, over)}${word('n', model, under)}</g>`
  );
}

/** A word in capitals, smaller where it would not find room on its arc. */
function word(arc: 'm' | 'n', text: string, along: number): string {
  const room = along * 2.9;
  const spacing = text.length > 12 ? 4 : 14;
  const natural = text.length * (size * 0.72 + spacing);
  const fitted = Math.min(size, Math.round((size * room) / natural));
  return (
    `<text font-size="${fitted}" letter-spacing="${spacing}">` +
    `<textPath href="#${arc}" startOffset="50%">${escapedXml(text.toUpperCase())}</textPath></text>`
  );
}
