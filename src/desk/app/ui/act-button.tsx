import { useState } from 'react';
import type { Act } from '../../../shop/staff/acts.ts';
import { type ActFields, Refused } from '../client/api.ts';
import { useTexts } from '../client/texts.tsx';
import { type ActAnswer, useAct } from '../client/use-act.ts';
import { Button } from './button.tsx';
import { Problem } from './problem.tsx';

type Props = {
  act: Act;
  fields: ActFields;
  /** The version of the order or booking that the screen shows. */
  shownVersion?: string | undefined;
  label: string;
  look?: 'primary' | 'plain' | 'danger';
  /** After a lost connection the act is not sent again until the person presses the button. */
  movesMoney?: boolean;
  /** Only the first answer has the details, such as a link. After a repeated answer, the button reports a lost connection instead of `onDone`. */
  needsFirstAnswer?: boolean;
  isDisabled?: boolean;
  confirmLabel?: string | undefined;
  onDone?: (answer: Record<string, unknown>) => void;
};

export function ActButton({
  act,
  fields,
  shownVersion,
  label,
  look = 'plain',
  movesMoney = false,
  needsFirstAnswer = false,
  isDisabled = false,
  confirmLabel,
  onDone,
}: Props) {
  const t = useTexts('units');
  const { run, isBusy, isWaitingForConnection, refused } = useAct(act, { movesMoney });
  const [isConfirming, setConfirming] = useState(false);
  const [isFirstAnswerLost, setFirstAnswerLost] = useState(false);
  const press = async () => {
    if (confirmLabel && !isConfirming) return setConfirming(true);
    setConfirming(false);
    const result: ActAnswer = await run(fields, shownVersion);
    const isRepeatedAnswer = result.ok && needsFirstAnswer && result.answer.repeated === true;
    setFirstAnswerLost(isRepeatedAnswer);
    if (result.ok && !isRepeatedAnswer) onDone?.(result.answer);
  };
  // The first answer was lost with the connection, so the person is told that there was none.
  const refusalOfLostAnswer = isFirstAnswerLost ? new Refused(0, 'offline') : null;
  const pressLabel = isConfirming ? confirmLabel : label;
  return (
    <div className="grid justify-items-start gap-2">
      <Button look={look} onPress={press} onBlur={() => setConfirming(false)} isDisabled={isDisabled} isBusy={isBusy}>
        {isWaitingForConnection ? t('waitingForConnection') : pressLabel}
      </Button>
      <Problem refused={refusalOfLostAnswer ?? refused} />
    </div>
  );
}
