const outline = 'fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round"';
const lines = `${outline} stroke-width="6"`;

/** Pictograms of the EU label, in tenths of a mm around the point 0 0. */
export const pump =
  `<g ${lines}><path d="M-38 44v-82q0 -8 8 -8h40q8 0 8 8v82"/><path d="M-48 46h76"/><path d="M-26 -34h32v26h-32z"/>` +
  '<path d="M18 0h8q10 0 10 10v20q0 10 9 10t9 -10v-44"/></g>' +
  '<path d="M42 -14v-14h5v-12h5v12h6v-12h5v12h5v14q-6 10 -13 10t-13 -10z"/>' +
  '<path d="M-6 2l-16 22h11l-5 16l17 -22h-11z"/>';

export const rain =
  `<g ${lines}><path d="M-46 -12q-16 0 -16 -13t15 -14q2 -16 20 -16q13 0 18 10q16 -2 18 11q14 1 14 12t-13 10z"/>` +
  '<path d="M-42 2l-7 14M-22 2l-7 14M-2 2l-7 14"/></g>' +
  '<g transform="translate(38 24)"><circle r="25" fill="none" stroke="#000" stroke-width="13"/><circle r="9" fill="none" stroke="#000" stroke-width="4"/></g>' +
  '<path d="M-54 46q8 -8 16 0t16 0t16 0" fill="none" stroke="#000" stroke-width="5" stroke-linecap="round"/>';

export const loudTire =
  '<path d="M-66 -50h24a32 50 0 0 1 0 100h-24a32 50 0 0 1 0 -100z"/>' +
  '<ellipse cx="-42" rx="18" ry="30" fill="#fff"/><ellipse cx="-42" rx="8" ry="14"/>' +
  '<path d="M-72 -44a32 50 0 0 0 0 88M-56 -47a32 50 0 0 0 0 94" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="13 4"/>' +
  `<g ${outline} stroke-width="8"><path d="M8 -20q14 20 0 40"/><path d="M30 -36q24 36 0 72"/><path d="M52 -52q34 52 0 104"/></g>`;

export const snow =
  `<path ${outline} stroke-width="7" d="M-96 62L-58 -28L-40 4L0 -74L38 4L58 -34L96 62z"/>` +
  `<g ${lines} transform="translate(0 18)"><path id="k" d="M0 -30v60M-9 -22l9 8l9 -8M-9 22l9 -8l9 8"/>` +
  '<use href="#k" transform="rotate(60)"/><use href="#k" transform="rotate(120)"/></g>';

export const ice =
  `<path ${outline} stroke-width="7" d="M-80 62l22 -64l20 14l30 -84l34 70l16 -22l38 86z"/>` +
  `<path ${outline} stroke-width="5" d="M-8 -72l-8 66l22 24l-12 44M26 -2l-20 20M-38 12l12 26l-8 24M42 -24l4 44l-12 42"/>`;
