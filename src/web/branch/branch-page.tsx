import { translatorOf } from '../../messages/translator.server.ts';
import type { BranchAct, BranchOrder } from '../../shop/checkout/branch-order.server.ts';
import { formatMoney, toCents } from '../../shop/money.ts';
import type { BranchLink } from '../../shop/order/branch-link.server.ts';
import { withoutHidden } from '../../shop/plain-text.ts';
import { BranchButton } from './branch-button.tsx';
import { branchStyle } from './branch-style.ts';
import { moneyForBranch } from './money-for-branch.ts';

type Props = { found: BranchOrder | null; link: BranchLink; said: string | null };

/** What a branch has to know of an order, and a button for each thing that it does with it. In Estonian. */
export function BranchPage({ found, link, said }: Props) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <html lang="et">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{found ? t('title', { number: link.order }) : t('gone')}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: branchStyle }} />
      </head>
      <body>
        <main>
          {said && (
            <p className="said" role="status">
              {said}
            </p>
          )}
          {found ? <Order found={found} link={link} /> : <Gone />}
        </main>
      </body>
    </html>
  );
}

function Gone() {
  const t = translatorOf('ee', 'branchPage');
  return (
    <>
      <h1>{t('gone')}</h1>
      <p>{t('goneHelp')}</p>
    </>
  );
}

function Order({ found: { order, blocked }, link }: { found: BranchOrder; link: BranchLink }) {
  const t = translatorOf('ee', 'branchPage');
  const status = translatorOf('ee', 'orderStatus');
  const money = (euros: number) => formatMoney(toCents(euros), 'ee');
  const paid = order.payment.paid > order.payment.refunded;
  const { word, amount, returned } = moneyForBranch(order);
  const acts = actsOf(order.status, paid, blocked);
  return (
    <>
      <h1>{t('title', { number: order.number })}</h1>
      {blocked && <p className="said">{t('blocked')}</p>}
      <dl>
        <dt>{t('status')}</dt>
        <dd>{status(order.status)}</dd>
        <dt>{t('money')}</dt>
        <dd>{t(word, { amount: money(amount), returned: money(returned) })}</dd>
        <dt>{t('customer')}</dt>
        <dd>
          {withoutHidden(order.customer.name)}
          {order.plate && `, ${order.plate}`}
          <br />
          {order.customer.phone ? (
            <a href={`tel:${order.customer.phone.replaceAll(' ', '')}`}>{order.customer.phone}</a>
          ) : (
            t('erased')
          )}
        </dd>
        {order.note && (
          <>
            <dt>{t('note')}</dt>
            <dd>{withoutHidden(order.note)}</dd>
          </>
        )}
      </dl>
      <ul>
        {order.items.map((item) => (
          <li key={item.id}>
            {item.count} × {item.title} {item.size}
          </li>
        ))}
      </ul>
      {acts.map((act, n) => (
        <BranchButton key={act} act={act} link={link} first={n === 0} />
      ))}
      {acts.length === 0 && <p>{t('nothing')}</p>}
    </>
  );
}

/** What can be done now, in the order in which it is done. */
function actsOf(status: BranchOrder['order']['status'], paid: boolean, blocked: boolean): BranchAct[] {
  if (status === 'completed') return [];
  const closed = status === 'cancelled' || status === 'expired';
  const acts: BranchAct[] = [];
  if (status === 'confirmed' && !blocked) acts.push('ready');
  if (!paid && !closed) acts.push('paid');
  if (paid && !closed && !blocked) acts.push('completed');
  return closed ? acts : [...acts, 'cancelled'];
}
