import { enterFee } from '../../shop/books/accounts/provider-fees.server.ts';
import { toEuros } from '../../shop/money.ts';
import { redirectProviderIds } from '../../shop/redirect-providers.ts';
import { amountArgument, dayOption, textOption } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { money } from '../orders/order-lines.ts';
import { print } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';

const refusals = {
  'not-yet': 'the day is in the future',
  closed: 'the month of the day is closed: give a later day with --on',
  entered: 'this fee is entered already',
} as const;

export const booksFee: Command = {
  summary: 'Enters a fee of a payment provider.',
  usage: 'PROVIDER EUROS --on DAY --reference TEXT [--back] [--json]',
  help: `Enters a fee that Montonio or Stripe has invoiced. The provider deducts the fee from the money that it holds for the shop.
The clearing account in \`books report\` then shows what the provider still owes: payments less refunds, fees and payouts.

  --on DAY          the day of the invoice, such as 2026-11-30; required
  --reference TEXT  the number of the invoice; required
  --back            the provider pays the fee back, for example because it was wrong
  --json            prints JSON

  npm run shop -- books fee montonio 41,20 --on 2026-11-30 --reference MF-2026-118`,
  async run(call) {
    const [name, amount, ...more] = call.positionals;
    const provider = redirectProviderIds.find((known) => known === name);
    if (!provider || more.length > 0)
      throw new UsageError(`give the provider, ${redirectProviderIds.join(' or ')}, and the fee`);
    const feeCents = amountArgument(amount);
    if (feeCents === 0) throw new UsageError('a fee is more than 0');
    const cents = call.values.back === true ? -feeCents : feeCents;
    const day = dayOption(call, 'on');
    if (!day) throw new UsageError('--on is missing');
    const reference = textOption(call, 'reference');
    if (!reference || reference.length > 100)
      throw new UsageError('--reference is missing, or has more than 100 characters');
    const { io } = call;
    const entered = await withDatabase(io, ({ kysely }) =>
      enterFee(kysely, { provider, day, cents, reference }, changeStampOf(io)),
    );
    if (!entered.ok) throw new NotDone(entered.reason, refusals[entered.reason]);
    print(call, { provider, day, euros: toEuros(cents), reference }, [
      `Fee of ${provider} on ${day} entered: ${money(cents)}.`,
    ]);
  },
};
