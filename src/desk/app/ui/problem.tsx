import type { Refused } from '../client/api.ts';
import { type Texts, useTexts } from '../client/texts.tsx';
import { useFormat } from './format.ts';

type Code = keyof Texts['problems'];

/** Whether a field, or a field within it, was refused. */
export function hasErrorAt(refused: Refused | null, path: string): boolean {
  const errors = (refused?.details.errors ?? []) as { path: string; code: string }[];
  return errors.some((error) => error.path === path || error.path.startsWith(`${path}.`));
}

export function Problem({ refused }: { refused: Refused | null }) {
  const t = useTexts('problems');
  const change = useTexts('changes');
  const { time, actor } = useFormat();
  if (!refused) return null;
  // A refusal with a reason may have a text of its own.
  const codes = [`reasons.${refused.code}.${refused.details.reason}`, refused.code, 'internal'];
  const code = codes.find((each) => t.has(each as never)) as Code;
  const last = refused.details.lastChange as { at: string; actor: string; type: string } | undefined;
  return (
    <p role="alert" className="flex gap-2 rounded-md border-2 border-bad bg-sheet p-3">
      <span aria-hidden="true" className="font-bold text-bad">
        !
      </span>
      <span>
        {t(code as never)}
        {last && (
          <>
            {' '}
            {t('lastChange', {
              actor: actor(last.actor),
              time: time(last.at),
              change: change.has(last.type as never) ? change(last.type as never) : last.type,
            })}
          </>
        )}
      </span>
    </p>
  );
}
