import { translatorOf } from '../../messages/translator.server.ts';
import type { BranchAct } from '../../shop/checkout/branch-order.server.ts';
import type { BranchLink } from '../../shop/order/branch-link.server.ts';

/** A form of one button; `first`: what comes next, as a rule. Cancelling stands apart and asks for a tick. */
export function BranchButton({ act, link, first }: { act: BranchAct; link: BranchLink; first: boolean }) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <form method="post" action="/branch" className={act === 'cancelled' ? 'cancel' : first ? 'first' : undefined}>
      {Object.entries(link).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {act === 'cancelled' && (
        <label>
          <input type="checkbox" required /> {t('sure')}
        </label>
      )}
      <button type="submit" name="act" value={act}>
        {t(`act.${act}`)}
      </button>
    </form>
  );
}
