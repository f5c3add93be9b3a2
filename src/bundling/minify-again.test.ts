import { expect, test } from 'vitest';
import { compiledAtOnce } from './minify-again.ts';

const long = `e=>{${'e.a=1;'.repeat(500)}}`;

test('what holds a whole module is compiled at once, and what is short or called later is left as it is', () => {
  const code = `import{t}from"./x.js";var n=t(${long}),r=t(e=>{e.a=1}),a=()=>t(${long});function o(){return t(${long})}export{n,r,a,o};`;
  const compiled = compiledAtOnce(code);
  expect(compiled).toContain(`n=t((${long})),r=t(e=>{e.a=1})`);
  expect(compiled.replace(`(${long})),`, `${long}),`)).toBe(code);
});
