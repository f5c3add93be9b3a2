import type { CommandGroup } from '../command.ts';
import { findingsAfterRestore } from './after-restore.ts';
import { findingsConfirm } from './confirm.ts';
import { findingsDeclare } from './declare.ts';
import { findingsList } from './list.ts';
import { findingsResolve } from './resolve.ts';

export const findings: CommandGroup = {
  summary: 'What the shop knows, compared with payment providers, sent mails and suppliers, also after a restore.',
  commands: {
    list: findingsList,
    resolve: findingsResolve,
    'after-restore': findingsAfterRestore,
    declare: findingsDeclare,
    confirm: findingsConfirm,
  },
};
