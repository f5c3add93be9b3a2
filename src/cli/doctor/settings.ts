import { type Config, readConfig } from '../../config.ts';
import { readEnvironment, type Variables } from '../../environment.ts';
import { type Check, fail, ok } from './check.ts';

/** The environment: every variable that is wrong, and what can be read without those. */
export function checkSettings(env: Variables): { checks: Check[]; config: Config; wrong: Set<string> } {
  const { wrong } = readEnvironment(env);
  const left = new Set(wrong.flatMap((one) => one.left));
  const config = readConfig(Object.fromEntries(Object.entries(env).filter(([name]) => !left.has(name))));
  const checks = wrong.map(({ name, message }) =>
    fail('settings', `${name}: ${message}`, 'Put it right in the environment: the shop does not start with it.'),
  );
  return {
    checks: checks.length > 0 ? checks : [ok('settings', 'every variable can be read')],
    config,
    wrong: new Set(wrong.map(({ name }) => name)),
  };
}
