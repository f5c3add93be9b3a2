import { api } from './api.ts';

/** Every section by its name; `npm run bench` runs all, `npm run bench -- api` one. */
const sections: Record<string, () => Promise<void>> = { api };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`);
  process.exit(2);
}
for (const [name, run] of Object.entries(sections)) if (wanted.length === 0 || wanted.includes(name)) await run();
