import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useOpenLabel } from '../ui/open-label.ts';

const close = () => useOpenLabel.setState({ opened: null });

/** The label that was opened on this page, until it is closed or left. */
export function OpenedLabel() {
  const opened = useOpenLabel((store) => store.opened);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every navigation
  useEffect(() => close, [key]);
  return opened && <opened.LabelDialog key={opened.tire.id} tire={opened.tire} onClose={close} />;
}
