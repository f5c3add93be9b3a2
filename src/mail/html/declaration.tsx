import { isForBranch, type Letter } from '../letter.ts';
import type { Words } from '../words.ts';
import { Heading, Rows } from './blocks.tsx';

/**
 * What a declaration of withdrawal says, and when it came, to the minute. Its own words are repeated to the branch, and to a
 * buyer who paid: the address of an unpaid order may be a stranger's.
 */
export function Declaration({ letter: { kind, order, withdrawal }, words }: { letter: Letter; words: Words }) {
  const { letter: t, moment } = words;
  if (!withdrawal) return null;
  const items = withdrawal.items.map(({ title, size, count }) => `${count} × ${title} ${size}`);
  const repeatsNote = isForBranch(kind) || order.payment.paid > 0;
  if (withdrawal.note) items.push(repeatsNote ? withdrawal.note : t('withdrawal.inOwnWords'));
  return (
    <>
      <Heading>{t('withdrawal.declaration')}</Heading>
      <Rows
        rows={[
          [t('withdrawal.at'), moment(withdrawal.receivedAt)],
          [t('withdrawal.name'), withdrawal.name],
          [t('withdrawal.order'), order.number],
          [
            t('withdrawal.items'),
            (items.length > 0 ? items : [t('withdrawal.wholeOrder')]).map((item) => <div key={item}>{item}</div>),
          ],
        ]}
      />
    </>
  );
}
