import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { backup } from './backup/backup.ts';
import { browser } from './browser/browser.ts';
import { faults } from './faults/faults.ts';
import { fuzz } from './fuzz.ts';
import { growth } from './growth/growth.ts';
import { importing } from './import/import.ts';
import { lighthouse } from './lighthouse/lighthouse.ts';
import { load } from './load/load.ts';
import { model } from './model.ts';
import { orders } from './orders/orders.ts';
import type { Section } from './results/figure.ts';
import { commit, machine, versions } from './results/machine.ts';
import { changes, printChanges, printFigures, printOutcome } from './results/report.ts';
import { latest, type Measurement, type Results, readResults, recordResults, storeResults } from './results/results.ts';
import { api } from './speed/api.ts';
import { catalogue } from './speed/catalogue.ts';
import { pages } from './speed/pages.ts';
import { start } from './speed/start.ts';
import { wrk } from './speed/wrk.ts';

/** Measured by `npm run bench`, or some of them: `npm run bench -- pages api`. */
const sections: Record<string, Section> = {
  pages,
  api,
  wrk,
  catalogue,
  orders,
  browser,
  lighthouse,
  import: importing,
  start,
};

/** Run only when named, one at a time, with their own options. */
const others: Record<string, (options: string[]) => Promise<void>> = { growth, model, faults, fuzz, load, backup };

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
const words = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);
const other = words.length === 1 ? others[words[0] ?? ''] : undefined;
const unknown = words.filter((name) => !Object.hasOwn(sections, name));
if (other) await other(options);
else if (unknown.length === 0) await measureSections(words.length > 0 ? words : Object.keys(sections));
else {
  console.error(`Unknown section: ${unknown.join(', ')}. Sections: ${Object.keys(sections).join(', ')}.`);
  console.error(`One at a time: ${Object.keys(others).join(', ')}.`);
  process.exitCode = 2;
}

async function measureSections(names: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      seconds: { type: 'string', default: '8' },
      compare: { type: 'string', default: latest },
      record: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Error(`--seconds: ${values.seconds} is not a whole number above 0`);
  // The recorded run may not exist yet; a file given by --compare must exist.
  const earlier = existsSync(values.compare) || values.compare !== latest ? await readResults(values.compare) : null;
  const measured: Record<string, Measurement> = {};
  for (const [name, section] of Object.entries(sections)) {
    if (!names.includes(name)) continue;
    // A failed section does not lose the figures of the others.
    const figures = await section({ seconds }).catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
    if (!figures || figures.length === 0) continue;
    printFigures(name, figures);
    measured[name] = { date: new Date().toISOString(), commit: await commit(), figures };
  }
  const results = { machine: machine(), versions: await versions(), sections: measured };
  const figures = allFigures(results);
  if (earlier) printChanges(changes(figures, allFigures(earlier)), values.compare);
  printOutcome(figures);
  console.log(`\n${await storeResults(results)}`);
  if (values.record) await recordResults(results);
}

function allFigures({ sections: measurements }: Results) {
  return Object.values(measurements).flatMap(({ figures }) => figures);
}
