export const buyerStyle = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif;--paper:#faf8f4;--sheet:#fff;--ink:#1a1c1e;--quiet:#585b60;--line:#e2ded5;--edge:#85827a;--bad:#b3261e;--good:#1b6e3c;scroll-padding:1rem 0 7rem}
@media screen and (prefers-color-scheme:dark){:root{--paper:#17191b;--sheet:#1f2224;--ink:#f1efe9;--quiet:#b0b2b0;--line:#35393c;--edge:#85898c;--bad:#ff8a80;--good:#6fcf97}}
@media print{:root{color-scheme:light;--paper:#fff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font-variant-numeric:tabular-nums;overflow-wrap:break-word}
main{max-width:40rem;margin:0 auto;padding:0 1rem 3rem}
.shop{display:flex;flex-wrap:wrap;gap:0 1.5rem;align-items:center;border-bottom:1px solid var(--line);margin:0;padding:1rem 0}.shop a{display:inline-flex;min-height:2.75rem;align-items:center}.shop>:first-child{flex-grow:1;font-weight:600}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.015em;margin:1.5rem 0 0}
h2{font-size:1.25rem;line-height:1.3;margin:2.25rem 0 .75rem}
legend,.day{font-weight:600;margin:0;padding:0}.near legend{margin:0 0 .5rem}
legend::first-letter,.when::first-letter,.full::first-letter,.day::first-letter,.name::first-letter{text-transform:uppercase}
p{margin:.75rem 0}.quiet,.full{color:var(--quiet)}
.card{background:var(--sheet);border-left:4px solid var(--edge);margin:1.25rem 0;padding:1rem 1.25rem}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
.card.bad{border-color:var(--bad);font-weight:600}.card.good{border-color:var(--good);font-weight:600}
.when{font-size:1.5rem;line-height:1.25;font-weight:700;letter-spacing:-.01em}
dl{margin:1rem 0 0}dt{color:var(--quiet);font-size:.9375rem}dd{margin:0 0 .625rem}
a{color:inherit}
fieldset{border:0;margin:.25rem 0 1.25rem;padding:0;min-width:0}
.starts{display:grid;grid-template-columns:repeat(auto-fill,minmax(3.625rem,1fr));gap:.5rem}
details{border-top:1px solid var(--line)}details:last-of-type{border-bottom:1px solid var(--line)}
summary{display:grid;grid-template-columns:1fr auto;gap:0 1rem;align-items:center;align-content:center;min-height:3.5rem;padding:.5rem 0;cursor:pointer}
summary::-webkit-details-marker{display:none}summary::after{content:"";grid-area:1/2/span 2;width:.5rem;height:.5rem;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg);margin:0 .375rem}
details[open] summary::after{transform:rotate(225deg)}summary .quiet{font-size:.9375rem;line-height:1.3}
.day{display:block;line-height:1.3}.name{display:block}.full{border-top:1px solid var(--line);margin:0;padding:.875rem 0}
.hidden{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
.starts.near{grid-template-columns:1fr}
.start{position:relative;display:flex;min-height:2.75rem;align-items:center;justify-content:center;padding:.25rem .5rem;text-align:center;border:1px solid var(--edge);border-radius:.25rem;background:var(--sheet);font-weight:600;cursor:pointer}
.start:hover{border-color:var(--ink)}
.start:has(:checked){background:var(--ink);border-color:var(--ink);color:var(--paper)}
.start input{position:absolute;inset:0;opacity:0;margin:0;width:100%;height:100%;cursor:pointer}
:focus-visible,.start:has(:focus-visible){outline:3px solid var(--ink);outline-offset:2px}
.tick{display:flex;gap:.75rem;align-items:center;min-height:3rem;padding:.25rem 0;line-height:1.35}.tick input{flex:none;width:1.375rem;height:1.375rem;margin:0;accent-color:var(--ink)}
.weeks{display:flex;flex-wrap:wrap;gap:0 1.5rem;margin:0 0 1rem}.weeks a{display:inline-flex;min-height:2.75rem;align-items:center;font-weight:600}
.vehicles{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1.5rem}.vehicles a{flex:auto;padding-inline:.875rem;text-decoration:none}.vehicles a[aria-current]{background:var(--ink);border-color:var(--ink);color:var(--paper)}
input[type=email]{font:inherit;width:100%;min-height:3.25rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.25rem;background:var(--sheet);color:var(--ink)}
.send{position:sticky;bottom:0;margin:1rem -1rem 0;padding:.75rem 1rem;background:var(--paper);border-top:1px solid var(--line)}
button{font:inherit;font-weight:600;min-height:3.25rem;width:100%;padding:.5rem 1rem;border:1px solid var(--edge);border-radius:.25rem;background:var(--sheet);color:var(--ink);cursor:pointer}
.send button{font-size:1.1875rem;background:#ffcf1a;border-color:#ffcf1a;color:#1a1c1e}
.cancel{margin-top:2.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
@media (width>=40rem){
main{padding-inline:1.5rem}
summary{grid-template-columns:1fr auto auto}summary::after{grid-area:1/3}
.starts{grid-template-columns:repeat(8,minmax(0,1fr))}.starts.near{grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}dt{font-size:inherit}dd{margin:0}
.send{margin-inline:0;padding-inline:0;background:none;border:0;position:static}.send button,.cancel button{width:auto;min-width:16rem}
}
@media (forced-colors:active){.start:has(:checked){border:4px double}}`;
