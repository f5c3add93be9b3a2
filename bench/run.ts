import { api } from './api.ts';
import { catalogue } from './catalogue.ts';
import { faults } from './faults.ts';
import { importing } from './import.ts';
import { model } from './model.ts';

/** Every section by its name; `npm run bench` runs all, `npm run bench -- api` one, with options of its own behind it. */
const sections: Record<string, (options: string[]) => Promise<void>> = {
  api,
  catalogue,
  import: importing,
  model,
  faults,
};

const given = process.argv.slice(2);
const isOption = given.findIndex((word) => word.startsWith('--'));
const wanted = isOption < 0 ? given : given.slice(0, isOption);
const options = isOption < 0 ? [] : given.slice(isOption);
const unknown = wanted.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`);
  process.exit(2);
}
for (const [name, run] of Object.entries(sections))
  if (wanted.length === 0 || wanted.includes(name)) await run(options);
