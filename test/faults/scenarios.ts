import type { Scenario } from './scenario.ts';
import { archiveFull } from './scenarios/archive-full.ts';
import { clock } from './scenarios/clock.ts';
import { databaseKilled } from './scenarios/database-killed.ts';
import { databaseRefusing } from './scenarios/database-refusing.ts';
import { databaseSlow } from './scenarios/database-slow.ts';
import { databaseUnavailable } from './scenarios/database-unavailable.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { diskLost } from './scenarios/disk-lost.ts';
import { mail } from './scenarios/mail.ts';
import { primaryLost } from './scenarios/primary-lost.ts';
import { provider } from './scenarios/provider.ts';
import { upgrade } from './scenarios/upgrade.ts';
import { webKilled } from './scenarios/web-killed.ts';

export const scenarios: readonly Scenario[] = [
  webKilled,
  databaseKilled,
  databaseUnavailable,
  databaseSlow,
  databaseRefusing,
  diskFull,
  diskLost,
  archiveFull,
  primaryLost,
  provider,
  mail,
  clock,
  upgrade,
];
