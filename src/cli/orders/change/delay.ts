import type { Day } from '../../../shop/calendar.ts';
import { type AnswerResult, answerDelay, reportDelay } from '../../../shop/checkout/delays/answer-delay.server.ts';
import type { ShopContext } from '../../../shop/checkout/shop-context.server.ts';
import type { ListedOrder } from '../../../shop/order/find/list-orders.server.ts';
import { dayOption, oneOf, onlyArgument, textOption } from '../../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../../command.ts';
import { confirm, yesAndJsonHelp } from '../../confirm.ts';
import { delayLines } from '../../purchases/delays.ts';
import { actorOf } from '../../with-shop-context.ts';
import { withOrder } from '../order-act.ts';

const answers = ['wait', 'cancel'] as const;
type Answer = (typeof answers)[number];

export const ordersDelay: Command = {
  summary: 'Records that tires of an order come later, or what its buyer answered.',
  usage: 'NUMBER (--day DAY --reason TEXT | --answer wait|cancel) [--yes] [--json]',
  help: `Records a delay that no supplier has reported, such as when tires were lost between two branches. If the day is later
than promised, the buyer gets a mail with the choice to wait, to take other tires or to cancel. A day that is not later
than promised withdraws an earlier report. The answers of suppliers are recorded with \`purchases confirm\` and \`purchases refuse\`.

  --day DAY      the day on which the tires will be at the branch
  --reason TEXT  the reason, for the history; without names of persons
  --answer A     what the buyer said on the phone: wait promises the new day, cancel refunds everything
${yesAndJsonHelp}

  npm run shop -- orders delay R26-4F7K2 --day 2026-12-03 --reason "lost between the branches"
  npm run shop -- orders delay R26-4F7K2 --answer wait`,
  async run(call) {
    const request = requestOf(call);
    await withOrder(call, onlyArgument(call, 'order'), async (shop, order, actor) => {
      if ('answer' in request) {
        await recordAnswer(call, shop, order, request.answer);
        return {};
      }
      await confirm(call, `Record that the tires of order ${order.number} come on ${request.day}`);
      const result = await reportDelay(shop, order.id, request, actor);
      if (!result.ok) throw new NotDone(result.reason, `order ${order.number} is ${order.status}`);
      const { outcome } = result;
      return { lines: delayLines({ delays: [outcome] }), json: { delay: outcome } };
    });
  },
};

type DelayReport = { day: Day; reason: string };

function requestOf(call: Call): DelayReport | { answer: Answer } {
  const day = dayOption(call, 'day');
  const reason = textOption(call, 'reason');
  const answer = oneOf(textOption(call, 'answer'), answers, 'answer');
  if (answer !== undefined && day === undefined && reason === undefined) return { answer };
  if (answer === undefined && day !== undefined && reason !== undefined) return { day, reason };
  throw new UsageError('give --day and --reason, or --answer');
}

async function recordAnswer(call: Call, shop: ShopContext, order: ListedOrder, answer: Answer) {
  const { id, number, expectedOn, promisedOn } = order;
  const day = expectedOn ?? 'a day that is not known yet';
  await confirm(
    call,
    answer === 'wait'
      ? `Does the buyer of order ${number} wait until ${day}, instead of ${promisedOn}`
      : `Cancel order ${number} and refund everything`,
  );
  const delayAnswer = answer === 'wait' ? { answer, expectedOn } : { answer };
  const result = await answerDelay(shop, id, delayAnswer, actorOf(call.io));
  if (!result.ok) throw new NotDone(result.reason, refusalText(result, number));
}

function refusalText(refused: AnswerResult & { ok: false }, number: string): string {
  switch (refused.reason) {
    case 'answered':
      return `the buyer of order ${number} has answered already: ${refused.answer}`;
    case 'changed':
      return `the tires of order ${number} are now expected on ${refused.expectedOn ?? 'an unknown day'}`;
    case 'too-late':
      return `order ${number} does not wait for an answer; see \`orders show ${number}\``;
  }
}
