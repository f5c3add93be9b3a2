import type { Act } from '../../../shop/staff/acts.ts';
import type { ActFields } from '../client/api.ts';
import { useTexts } from '../client/texts.tsx';
import { type ActAnswer, useAct } from '../client/use-act.ts';
import { Button } from './button.tsx';
import { Problem } from './problem.tsx';

type Props = {
  act: Act;
  fields: ActFields;
  /** The version of the order that the screen shows. */
  seen?: string | undefined;
  label: string;
  look?: 'primary' | 'plain' | 'danger';
  movesMoney?: boolean;
  isDisabled?: boolean;
  onDone?: (answer: Record<string, unknown>) => void;
};

/** A button that does an act, says what it waits for, and shows beneath why it was refused. */
export function ActButton({
  act,
  fields,
  seen,
  label,
  look = 'plain',
  movesMoney = false,
  isDisabled = false,
  onDone,
}: Props) {
  const t = useTexts('units');
  const { run, state, refused } = useAct(act, { movesMoney });
  const press = async () => {
    const answer: ActAnswer = await run(fields, seen);
    if (answer.ok) onDone?.(answer.answer);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button look={look} onPress={press} isDisabled={isDisabled || state !== 'idle'}>
        {state === 'waiting-for-connection' ? t('waitingForConnection') : label}
      </Button>
      <Problem refused={refused} />
    </div>
  );
}
