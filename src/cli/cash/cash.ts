import { tallinnTime } from '../../shop/calendar.ts';
import {
  type CashDrawer,
  type CashResult,
  closeDrawer,
  latestDrawer,
  moveCash,
  openDrawer,
} from '../../shop/checkout/desk/cash-drawer.server.ts';
import { amountArgument, onlyArgument, requiredReason } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { inEuros, money } from '../orders/order-lines.ts';
import { print, table } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

const drawerHelp = `A branch has at most one open cash drawer. Cash received or paid back for orders at the branch (\`orders paid\`,
\`orders sell\` and \`orders refunded\` with cash) is counted in it, rounded to 5 cents.`;

const jsonHelp = '  --json             prints JSON with amounts in euros';

export const cashOpen: Command = {
  summary: 'Opens the cash drawer of a branch with the cash that is in it.',
  usage: 'BRANCH AMOUNT [--json]',
  help: `${drawerHelp}

${jsonHelp}

  npm run shop -- cash open ringtee 150,00`,
  async run(call) {
    const { branch, cents } = branchAndAmount(call);
    return withShopContext(call, async (shop) => {
      printResult(call, branch, await openDrawer(shop, branch, cents, actorOf(call.io)));
    });
  },
};

export const cashIn: Command = {
  summary: 'Records cash that is put into the drawer, such as change from the bank.',
  usage: 'BRANCH AMOUNT --reason TEXT [--json]',
  help: `${drawerHelp}

  --reason TEXT      the purpose; required, without names of buyers
${jsonHelp}

  npm run shop -- cash in ringtee 50 --reason "change from the bank"`,
  run: (call) => recordMovement(call, 'in'),
};

export const cashOut: Command = {
  summary: 'Records cash that is taken out of the drawer.',
  usage: 'BRANCH AMOUNT --reason TEXT [--json]',
  help: `Refuses more than is in the drawer. ${drawerHelp}

  --reason TEXT      the purpose; required, without names of buyers
${jsonHelp}

  npm run shop -- cash out ringtee 400 --reason "to the bank"`,
  run: (call) => recordMovement(call, 'out'),
};

export const cashCount: Command = {
  summary: 'Closes the drawer with the counted cash, and shows the difference.',
  usage: 'BRANCH AMOUNT [--yes] [--json]',
  help: `Count the cash before this command: it shows the expected amount only when it has closed the drawer. A closed drawer is never changed;
\`cash open\` begins the next one.

  --yes              does not ask; required without a terminal
${jsonHelp}

  npm run shop -- cash count ringtee 532,40`,
  async run(call) {
    const { branch, cents } = branchAndAmount(call);
    return withShopContext(call, async (shop) => {
      await confirm(call, `Close the drawer at ${branch} with ${money(cents)} counted`);
      printResult(call, branch, await closeDrawer(shop, branch, cents, actorOf(call.io)));
    });
  },
};

export const cashShow: Command = {
  summary: 'Shows the open drawer of a branch, otherwise the last one.',
  usage: 'BRANCH [--json]',
  help: `Shows the cash at the opening, the cash received and paid back for orders, what was put in and taken out, and the expected amount.

${jsonHelp}

  npm run shop -- cash show ringtee`,
  async run(call) {
    const branch = knownBranch(call, onlyArgument(call, 'branch'));
    const drawer = await withDatabase(call.io, ({ kysely }) => latestDrawer(kysely, branch));
    if (!drawer)
      throw new NotDone('none-open', `${branch} never had a cash drawer; open one with \`cash open ${branch} AMOUNT\``);
    print(call, { ok: true, drawer: inEuros(drawer) }, drawerLines(drawer));
  },
};

async function recordMovement(call: Call, direction: 'in' | 'out'): Promise<void> {
  const { branch, cents } = branchAndAmount(call);
  const reason = requiredReason(call);
  if (cents === 0) throw new UsageError('the amount is 0');
  return withShopContext(call, async (shop) => {
    const amountCents = direction === 'in' ? cents : -cents;
    const change = { amountCents, reason, actor: actorOf(call.io) };
    printResult(call, branch, await moveCash(shop, branch, change));
  });
}

function branchAndAmount(call: Call) {
  const [branch, amount, ...more] = call.positionals;
  if (branch === undefined || amount === undefined || more.length > 0) throw new UsageError('name BRANCH and AMOUNT');
  return { branch: knownBranch(call, branch), cents: amountArgument(amount) };
}

function knownBranch({ shopConfig }: Call, id: string): string {
  const ids = shopConfig.branches.map((branch) => branch.id);
  if (!ids.includes(id)) throw new UsageError(`BRANCH must be one of ${ids.join(', ')}`);
  return id;
}

function printResult(call: Call, branch: string, result: CashResult): void {
  if (!result.ok) throw new NotDone(result.reason, refusalOf(result, branch));
  print(call, { ok: true, drawer: inEuros(result.drawer) }, drawerLines(result.drawer));
}

function refusalOf(result: CashResult & { ok: false }, branch: string): string {
  switch (result.reason) {
    case 'open':
      return `the cash drawer at ${branch} is open already; close it first with \`cash count ${branch} AMOUNT\``;
    case 'none-open':
      return `no cash drawer is open at ${branch}; open one first with \`cash open ${branch} AMOUNT\``;
    case 'too-much':
      return `only ${money(result.expectedCents)} are in the drawer at ${branch}`;
  }
}

function drawerLines(drawer: CashDrawer): string[] {
  const { branch, openedAt, openedBy, openingCents, receivedCents, refundedCents, movements, closed } = drawer;
  // Not `-0`, which would be shown as −€0.00.
  const refundedAsNegative = refundedCents === 0 ? 0 : -refundedCents;
  const [_headings, ...amountLines] = table(
    ['', 'amount'],
    [
      ['opening', money(openingCents)],
      ['received', money(receivedCents)],
      ['refunded', money(refundedAsNegative)],
      ...movements.map(({ at, actor, amountCents, reason }) => [
        `${tallinnTime(at)} ${actor}: ${reason}`,
        money(amountCents),
      ]),
      ['expected', money(drawer.expectedCents)],
    ],
  );
  return [
    `Cash drawer at ${branch}, opened ${tallinnTime(openedAt)} by ${openedBy}`,
    ...amountLines,
    ...(closed
      ? [
          `closed ${tallinnTime(closed.at)} by ${closed.by}: counted ${money(closed.countedCents)}, difference ${money(closed.differenceCents)}`,
        ]
      : []),
  ];
}
