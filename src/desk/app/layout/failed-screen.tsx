import { useTexts } from '../client/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';

/** Replaces a screen whose code could not be loaded (lost connection, new version), or that threw an error. */
export function FailedScreen() {
  const t = useTexts('failedScreen');
  return (
    <Screen title={t('title')}>
      <p role="alert">{t('explains')}</p>
      <p>
        <Button look="primary" onPress={() => location.reload()}>
          {t('reload')}
        </Button>
      </p>
    </Screen>
  );
}
