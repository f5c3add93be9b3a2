import { buyerStyle } from '../plain-pages/buyer-style.ts';

/** The EU label's arrow, as in buying.css. It is twice as wide as its line height. `!important` overrides `.pair a`. */
const arrowPicture = `data:image/svg+xml,${encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 32' fill='none' stroke='#000'><path fill='#fff' d='M.5.5h16v31H.5z'/><path d='M16.5.5H51L63.5 16 51 31.5H16.5zM8.25 19.5v-7m-2.5 2.5 2.5-2.5 2.5 2.5'/><g fill='#000' stroke='none' font-family='sans-serif' font-size='10' font-weight='700' text-anchor='middle'><text x='8.25' y='10.5'>A</text><text x='8.25' y='29.5'>E</text></g></svg>",
)}`;

export const vehicleStyle = `${buyerStyle}
h1{text-wrap:balance}h1 span{white-space:nowrap}
.choose{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:1rem 0 0}.choose label{flex:1 1 9rem;font-weight:600}
select{display:block;font:inherit;width:100%;min-height:3.25rem;margin-top:.25rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.25rem;background:var(--sheet);color:var(--ink)}
.choose button{width:auto}
.lists{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:0 1.5rem;list-style:none;margin:0;padding:0}.lists a,.pair a{display:inline-flex;min-height:2.75rem;align-items:center}
.pairs{list-style:none;margin:0 0 1.5rem;padding:0;border-bottom:1px solid var(--line)}.pair{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center;justify-content:space-between;border-top:1px solid var(--line);padding:.25rem 0 .625rem}
.pair .tires{flex:1 1 100%;display:block;padding:.5rem 0}.tires span{white-space:nowrap}.pair .price{font-weight:700;font-size:1.25rem}.pair .labels{display:flex;gap:.75rem;align-items:center}
.arrow{display:inline-block!important;min-height:0!important;width:2.667em;padding:0 .46em 0 .66em;background:url("${arrowPicture}") 0 0/100% no-repeat;clip-path:polygon(0 0,80% 0,100% 50%,80% 100%,0 100%);color:#000;font:700 1.25rem/1.333 system-ui,sans-serif;text-align:center;text-decoration:none;forced-color-adjust:none}
.fuel-A{background-color:#00a651}.fuel-B{background-color:#50b848}.fuel-C{background-color:#fff200}.fuel-D{background-color:#f7941d}.fuel-E{background-color:#ed1c24}`;
