import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';

const looks = {
  /** The main act of a screen; Ctrl+Enter presses it. */
  primary: 'bg-signal text-on-signal font-semibold hover:bg-signal-deep data-pressed:bg-signal-deep',
  plain: 'bg-sheet border-2 border-edge hover:border-ink',
  chosen: 'bg-ink border-2 border-ink text-paper',
  quiet: 'underline-offset-4 hover:underline',
  danger: 'bg-sheet border-2 border-bad text-bad hover:bg-bad hover:text-sheet',
} as const;

type Props = Omit<ButtonProps, 'className'> & {
  look?: keyof typeof looks;
  wide?: boolean;
  /** The act of the button runs, so it cannot be pressed. */
  isBusy?: boolean;
  children: ReactNode;
};

export const buttonClass = (look: keyof typeof looks = 'plain', wide = false) =>
  `inline-flex min-h-12 min-w-12 cursor-pointer items-center justify-center gap-2 rounded-md px-4 py-2 text-center disabled:cursor-default disabled:opacity-50 ${looks[look]} ${wide ? 'w-full' : ''}`;

export function Button({
  look = 'plain',
  wide = false,
  isBusy = false,
  isDisabled = false,
  children,
  ...props
}: Props) {
  const busyClass = isBusy ? 'animate-pulse cursor-progress!' : '';
  return (
    <AriaButton
      {...props}
      isDisabled={isDisabled || isBusy}
      className={`${buttonClass(look, wide)} ${busyClass}`}
      {...(look === 'primary' && { 'data-primary': '' })}
    >
      {children}
    </AriaButton>
  );
}
