export const branchStyle = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif;--paper:#faf9f6;--sheet:#fff;--ink:#1a1c1e;--quiet:#5b6166;--line:#dcdad4;--edge:#85898d}
@media screen and (prefers-color-scheme:dark){:root{--paper:#141618;--sheet:#1e2124;--ink:#f2f1ee;--quiet:#a9aeb3;--line:#34383c;--edge:#85898d}}
@media print{:root{color-scheme:light;--paper:#fff}}
body{margin:0;background:var(--paper);color:var(--ink)}
main{max-width:34rem;margin:0 auto;padding:1rem 1rem 3rem}
h1{font-size:1.625rem;line-height:1.2;letter-spacing:-.01em;margin:.75rem 0 1rem}
dl,ul,.notice{background:var(--sheet);border:1px solid var(--line);border-radius:.25rem;margin:0 0 1rem;padding:.75rem 1rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1.25rem}
dt{color:var(--quiet)}dd{margin:0;font-weight:600}
li,dd,p{overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
ul{list-style:none}li strong{font-weight:600}li>div{color:var(--quiet)}li>div+div{margin-top:.5rem}li+li{border-top:1px solid var(--line);margin-top:.5rem;padding-top:.5rem}
form{margin:.75rem 0}
.cancel{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem}
button{font:inherit;font-weight:600;min-height:3.25rem;width:100%;border-radius:.25rem;border:1px solid var(--edge);background:var(--sheet);color:var(--ink);padding:.5rem 1rem;cursor:pointer}
form.first button{background:#ffcf1a;border-color:#ffcf1a;color:#1a1c1e}
:focus-visible{outline:3px solid;outline-offset:2px}
a{color:inherit;white-space:nowrap}
label{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;margin-bottom:.25rem}
input{width:1.5rem;height:1.5rem;accent-color:#1a1c1e}
summary{min-height:2.75rem;align-content:center;cursor:pointer;color:var(--ink);text-decoration:underline}
.line{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin:0 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}
.line label{margin:0;color:var(--ink)}.line button{width:auto;flex:1 1 12rem}
.line input{font:inherit;width:5rem;height:2.75rem;box-sizing:border-box;border:1px solid var(--edge);border-radius:.25rem;background:var(--sheet);color:var(--ink);padding:0 .5rem}
.notice{border:2px solid var(--ink);font-weight:600}
.notice p{margin:.25rem 0}.notice ul{border:0;margin:0;padding:0 0 .25rem}`;
