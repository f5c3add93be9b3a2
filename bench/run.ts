import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { archive } from './archive/archive.ts';
import { backup } from './backup/backup.ts';
import { browser } from './browser/browser.ts';
import { day } from './day.ts';
import { desk } from './desk/desk.ts';
import { deskLive } from './desk/desk-live.ts';
import { deskOrders } from './desk/desk-orders.ts';
import { deskPaint } from './desk/desk-paint.ts';
import { figures } from './desk/figures.ts';
import { faults } from './faults/faults.ts';
import { fitting } from './fitting/fitting.ts';
import { fuzz } from './fuzz.ts';
import { growth } from './growth/growth.ts';
import { importing } from './import/import.ts';
import { lighthouse } from './lighthouse/lighthouse.ts';
import { load } from './load/load.ts';
import { model } from './model.ts';
import { orders } from './orders/orders.ts';
import { prices } from './prices/prices.ts';
import type { Section } from './results/figure.ts';
import { commit, machine, versions } from './results/machine.ts';
import { changes, printChanges, printFigures, printOutcome } from './results/report.ts';
import { latest, type Measurement, type Results, readResults, recordResults, storeResults } from './results/results.ts';
import { api } from './speed/api.ts';
import { catalogue } from './speed/catalogue.ts';
import { pages } from './speed/pages.ts';
import { start } from './speed/start.ts';
import { wrk } from './speed/wrk.ts';

/** The sections that `npm run bench` measures; `npm run bench -- pages api` measures only these two. */
const sections: Record<string, Section> = {
  pages,
  api,
  wrk,
  catalogue,
  orders,
  fitting,
  desk,
  'desk-live': deskLive,
  'desk-orders': deskOrders,
  'desk-paint': deskPaint,
  figures,
  browser,
  lighthouse,
  import: importing,
  prices,
  start,
};

/** Benchmarks that run only when named, one at a time, with options of their own. */
const separateBenchmarks: Record<string, (options: string[]) => Promise<void>> = {
  growth,
  model,
  day,
  faults,
  fuzz,
  load,
  backup,
  archive,
};

const args = process.argv.slice(2);
const firstOption = args.findIndex((word) => word.startsWith('--'));
const names = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);
const separate = names.length === 1 ? separateBenchmarks[names[0] ?? ''] : undefined;
const unknown = names.filter((name) => !Object.hasOwn(sections, name));
if (separate) await separate(options);
else if (unknown.length === 0) await measureSections(names.length > 0 ? names : Object.keys(sections));
else {
  console.error(`Unknown section: ${unknown.join(', ')}. Sections: ${Object.keys(sections).join(', ')}.`);
  console.error(`One at a time: ${Object.keys(separateBenchmarks).join(', ')}.`);
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
    // If a section fails, the figures of the other sections are kept.
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
