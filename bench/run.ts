import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { api } from './api.ts';
import { backup } from './backup/backup.ts';
import { browser } from './browser/browser.ts';
import { catalogue } from './catalogue.ts';
import { faults } from './faults.ts';
import { fuzz } from './fuzz.ts';
import { growth } from './growth/growth.ts';
import { importing } from './import/import.ts';
import { lighthouse } from './lighthouse/lighthouse.ts';
import { load } from './load/load.ts';
import { model } from './model.ts';
import type { Section } from './options.ts';
import { orders } from './orders/orders.ts';
import { pages } from './pages.ts';
import { changes } from './results/compare.ts';
import { commit, machine, versions } from './results/machine.ts';
import { printChanges, printFigures, printOutcome } from './results/report.ts';
import { keepResults, latest, type Measurement, type Results, readResults, recordResults } from './results/results.ts';
import { start } from './start.ts';
import { wrk } from './wrk.ts';

/** What `npm run bench` measures; `npm run bench -- pages api` some of it. */
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

/** Run only when they are named, alone, with options of their own. */
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
  console.error(`No such section: ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')};`);
  console.error(`each by itself: ${Object.keys(others).join(', ')}.`);
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
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error(`--seconds: ${values.seconds} is no whole number`);
  // The recorded one may not be there yet; another was asked for.
  const former = existsSync(values.compare) || values.compare !== latest ? await readResults(values.compare) : null;
  const measured: Record<string, Measurement> = {};
  for (const [name, section] of Object.entries(sections)) {
    if (!names.includes(name)) continue;
    // What the others have measured is not lost with it.
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
  if (former) printChanges(changes(figures, allFigures(former)), values.compare);
  printOutcome(figures);
  console.log(`\n${await keepResults(results)}`);
  if (values.record) await recordResults(results);
}

function allFigures({ sections: measurements }: Results) {
  return Object.values(measurements).flatMap(({ figures }) => figures);
}
