import { tallinnTime } from '../../shop/calendar.ts';
import { blockTime, unblockTime } from '../../shop/checkout/fitting/blocks.server.ts';
import { branchOption, onlyArgument, requiredBranch, textOption } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print, table } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';
import { numberOption, requiredTime, timeHelp } from './fitting-options.ts';

export const fittingBlock: Command = {
  summary: 'Blocks a period in one bay or in all, or opens an extra period.',
  usage: '--branch B --from TIME --to TIME [--bay N] [--opens] [--reason TEXT] [--json]',
  help: `Blocks a period: nobody can book in it. Bookings in it stay, and are listed, because a person must move them. With --opens, the
period can be booked in addition to the hours of shop.config.ts, also by buyers; it must be within one day.

  --branch B     the branch
  --from TIME    start of the period, ${timeHelp}, on a quarter of an hour; --to TIME: its end
  --bay N        blocks only this bay; by default all bays
  --opens        opens the period instead
  --reason TEXT  the reason, for the employees
  --json         prints the result as JSON

  npm run shop -- fitting block --branch ringtee --bay 2 --from "2026-11-27 09:00" --to "2026-11-27 12:00" --reason "lift broken"
  npm run shop -- fitting block --branch ringtee --opens --from "2026-11-28 09:00" --to "2026-11-28 16:00"`,
  async run(call) {
    const form = {
      branch: requiredBranch(call),
      bay: numberOption(call, 'bay') ?? null,
      from: requiredTime(call, 'from'),
      to: requiredTime(call, 'to'),
      isExtraHours: call.values.opens === true,
      reason: textOption(call, 'reason') ?? '',
    };
    return withShopContext(call, async (shop) => {
      const blocked = await blockTime(shop, form, actorOf(call.io));
      if (!blocked.ok) throw new UsageError(blocked.errors.map(({ path, code }) => `--${path}: ${code}`).join(', '));
      const { id, bookings } = blocked;
      const toMove = bookings.map((booking) => ({ id: booking.id, bay: booking.bay, at: booking.starts_at }));
      const lines = [
        `${form.isExtraHours ? 'Opened' : 'Blocked'}: ${id}.`,
        ...(toMove.length > 0 ? [`${counted(toMove.length, 'booking')} must be moved:`] : []),
        ...toMove.map((booking) => `${tallinnTime(booking.at)}, bay ${booking.bay}: ${booking.id}`),
      ];
      print(call, { ok: true, id, mustMove: toMove }, lines);
    });
  },
};

export const fittingUnblock: Command = {
  summary: 'Removes a block or an opened period.',
  usage: 'ID [--json]',
  help: `Removes a block or an opened period. Bookings in an opened period stay. \`fitting blocks\` lists the ids.

  --json  prints the result as JSON

  npm run shop -- fitting unblock 12`,
  async run(call) {
    const id = onlyArgument(call, 'block');
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new UsageError(`${id} is no id of a block; see \`fitting blocks\``);
    return withShopContext(call, async (shop) => {
      const removed = await unblockTime(shop, Number(id));
      if (!removed.ok) throw new NotDone(removed.reason, `there is no block ${id}`);
      print(call, { ok: true, id: Number(id) }, [`Removed: ${id}.`]);
    });
  },
};

export const fittingBlocks: Command = {
  summary: 'Lists the blocks and opened periods that are not over.',
  usage: '[--branch B] [--json]',
  help: `Lists the blocks and opened periods that are not over, earliest first.

  --branch B  lists only this branch
  --json      prints JSON

  npm run shop -- fitting blocks --branch ringtee`,
  async run(call) {
    const branch = branchOption(call);
    const blocks = await withDatabase(call.io, ({ kysely }) =>
      kysely
        .selectFrom('fitting_blocks')
        .selectAll()
        .where('ends_at', '>', call.io.now())
        .$if(branch !== undefined, (query) => query.where('branch', '=', branch as string))
        .orderBy('starts_at')
        .orderBy('id')
        .execute(),
    );
    const headings = ['id', 'branch', 'bay', 'what', 'from', 'to', 'reason', 'by'];
    const rows = blocks.map((block) => [
      String(block.id),
      block.branch,
      block.bay === null ? 'all' : String(block.bay),
      block.opens ? 'opened' : 'blocked',
      tallinnTime(block.starts_at),
      tallinnTime(block.ends_at),
      block.reason,
      block.made_by,
    ]);
    const json = blocks.map(({ starts_at: from, ends_at: to, made_by: madeBy, made_at: madeAt, ...block }) => ({
      ...block,
      from,
      to,
      madeBy,
      madeAt,
    }));
    print(call, { blocks: json }, table(headings, rows, 'No blocks.'));
  },
};
