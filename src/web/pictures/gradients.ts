/** Light from above: on the rubber of the tread (`r`), its shade (`l`), the bulge of the sidewall (`w`), the inside of the rim (`i`). */
export const gradients =
  linear('r', stop(0, '#5d6267') + stop(0.22, '#757b81') + stop(0.6, '#565b60')) +
  linear('l', shade(0, 0.3) + shade(0.12, 0) + shade(0.55, 0) + shade(1, 0.5)) +
  radial('w', '', stop(0.66, '#25282b') + stop(0.84, '#474c51') + stop(1, '#34383c')) +
  radial('i', ' cx=".3"', stop(0.8, '#131517') + stop(1, '#565c61'));

function linear(id: string, stops: string): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`;
}

function radial(id: string, attributes: string, stops: string): string {
  return `<radialGradient id="${id}"${attributes}>${stops}</radialGradient>`;
}

function stop(offset: number, colour: string): string {
  return `<stop offset="${offset}" stop-color="${colour}"/>`;
}

/** Black of this opacity. */
function shade(offset: number, opacity: number): string {
  return `<stop offset="${offset}" stop-opacity="${opacity}"/>`;
}
