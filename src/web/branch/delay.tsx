import { translatorOf } from '../../messages/translator.server.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import { HiddenFields } from '../plain-pages/plain-document.tsx';
import { dayText } from './branch-document.tsx';

type Props = { order: OrderView; formFields: Record<string, string>; isReadOnly: boolean };

export function Delay({ order, formFields, isReadOnly }: Props) {
  const t = translatorOf('ee', 'branchPage');
  const { delay } = order;
  if (!delay) return null;
  const { promisedOn, expectedOn, answer } = delay;
  const promised = dayText(promisedOn);
  return (
    <div className="notice">
      <p>{expectedOn ? t('late', { promised, expected: dayText(expectedOn) }) : t('lateNoDay', { promised })}</p>
      <p>{t(answer === 'wait' ? 'waits' : 'unanswered')}</p>
      {answer === null && !isReadOnly && (
        <form method="post" action="/branch">
          <HiddenFields fields={formFields} />
          <input type="hidden" name="day" value={expectedOn ?? ''} />
          <button type="submit" name="act" value="wait">
            {t('act.wait')}
          </button>
        </form>
      )}
    </div>
  );
}
