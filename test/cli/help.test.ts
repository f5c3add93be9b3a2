import { expect, test } from 'vitest';
import { optionsOf } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { commandRunner } from '../support/command.ts';

// None of these commands connects to the database.
const run = commandRunner({ url: 'postgres://127.0.0.1:1/none' });

const groups = Object.entries(commands).flatMap(([name, entry]) =>
  'commands' in entry ? [{ name, group: entry }] : [],
);
const commandNames = groups.flatMap(({ name, group }) => Object.keys(group.commands).map((sub) => `${name} ${sub}`));

test.each(groups)(
  '$name --help lists its commands; an unknown command prints the same list',
  async ({ name, group }) => {
    const help = await run([name, '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const sub of Object.keys(group.commands)) expect(help.out).toContain(`  ${name} ${sub} `);
    expect(await run([name])).toEqual({ code: 2, out: '', err: help.out });
    const unknown = await run([name, 'toString']);
    expect(unknown).toEqual({ code: 2, out: '', err: `There is no command ${name} toString. ${help.out}` });
  },
);

test.each(commandNames)('%s --help explains the command with an example and every option', async (name) => {
  const { code, out } = await run([...name.split(' '), '--help']);
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^npm run shop -- ${name}`));
  expect(out).toContain(`\n  npm run shop -- ${name}`);
  const [group = '', sub = ''] = name.split(' ');
  const entry = commands[group];
  const command = entry && 'commands' in entry && entry.commands[sub];
  const accepted = command ? Object.keys(optionsOf(command)) : [];
  for (const option of accepted) expect(out).toMatch(new RegExp(`\\n  .*--${option}`));
  for (const [, explained] of out.matchAll(/^ {2}--([a-z-]+)/gm)) expect(accepted).toContain(explained);
});

test.each([
  [['orders', 'show']],
  [['orders', 'show', 'R26-AAAAA', 'R26-BBBBB']],
  [['orders', 'list', 'R26-AAAAA']],
  [['orders', 'list', '--status', 'lost']],
  [['orders', 'list', '--paid', 'yes']],
  [['orders', 'list', '--branch', 'tallinn']],
  [['orders', 'list', '--since', '2026-02-30']],
  [['orders', 'list', '--until', 'today']],
  [['orders', 'list', '--limit', '0']],
  [['orders', 'list', '--search', ' ']],
  [['orders', 'paid', 'R26-AAAAA']],
  [['orders', 'paid', 'R26-AAAAA', '--desk', '--reference', 'B1']],
  [['orders', 'paid', 'R26-AAAAA', '--method', 'cheque']],
  [['orders', 'paid', 'R26-AAAAA', '--method', 'cash', '--amount', '0']],
  [['orders', 'list', '--due', 'yesterday']],
  [['orders', 'refunded', 'R26-AAAAA', '--reference', 'B1', '--method', 'cash']],
  [['orders', 'sell', 'tire=4', '--cash']],
  [['orders', 'phone', 'tire=4', '--branch', 'ringtee', '--terms-told']],
  [['cash', 'open', 'ringtee']],
  [['orders', 'refund', 'R26-AAAAA', '--amount', '1.200,00']],
  [['orders', 'refund', 'R26-AAAAA', '--amount', '0']],
  [['orders', 'refund', 'R26-AAAAA', '--amount', '12,505']],
  [['orders', 'refund', 'R26-AAAAA', '--reason', 'provider']],
  [['stock', 'set', 'tire', 'ringtee']],
  [['stock', 'set', 'tire', 'tallinn', '4']],
  [['stock', 'set', 'tire', 'ringtee', '-4']],
  [['stock', 'adjust', 'tire', 'ringtee', '4']],
  [['stock', 'adjust', 'tire', 'ringtee', '-1.5']],
  [['jobs', 'retry']],
  [['jobs', 'retry', 'id', '--all']],
  [['findings', 'resolve', 'one']],
  [['findings', 'declare']],
  [['findings', 'confirm', '--last-document', 'P26-00001']],
  [['orders', 'show', '--yesterday', 'R26-AAAAA']],
  [['orders', 'list', '--branch', 'ringtee', '--branch', 'annelinn']],
  [['orders', 'refund', 'R26-AAAAA', '--amount', '10', '--amount=12']],
])('exits with code 2 for invalid arguments: %j', async (args) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`See: npm run shop -- ${args.slice(0, 2).join(' ')} --help`);
});
