import type { TextSender } from '../../shop/checkout/shop-context.server.ts';

/** Some gateways answer only when the operator of the phone network has taken the message. */
const defaultTimeoutMs = 30_000;

export function isGatewayTemplate(template: string): boolean {
  const hasPlaceholders = template.includes('{to}') && template.includes('{text}');
  return hasPlaceholders && URL.canParse(fillTemplate(template, '+37255551234', 'text'));
}

function fillTemplate(template: string, to: string, text: string): string {
  return template.replaceAll('{to}', encodeURIComponent(to)).replaceAll('{text}', encodeURIComponent(text));
}

/** Requests `https://sms.example/send?key=…&to={to}&text={text}` by GET. Errors contain neither number nor key. */
export function textGateway(template: string, { timeoutMs = defaultTimeoutMs } = {}): TextSender {
  return {
    async send(to, text) {
      const response = await fetch(fillTemplate(template, to, text), {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        if (mayHaveArrived(error)) return null;
        throw new Error('the gateway for text messages did not answer');
      });
      if (!response) return 'unclear';
      await response.body?.cancel();
      // A proxy forwarded the request and waited in vain. 502 is an error: it mostly means that the gateway is down.
      if (response.status === 504) return 'unclear';
      if (!response.ok) throw new Error(`the gateway for text messages answered ${response.status}`);
      return 'sent';
    },
  };
}

/** Returns whether an unanswered request may have reached the server: it timed out, or the connection was lost. */
function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = (error.cause ?? {}) as { code?: string };
  return error.name === 'TimeoutError' || code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
}

/** Returns `+37255551234`. Adds the code of Estonia unless the number has `+`, or begins with `00`, or with `372` and at least 7 more digits. */
export function internationalNumber(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.includes('+')) return `+${digits}`;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return digits.startsWith('372') && digits.length >= 10 ? `+${digits}` : `+372${digits}`;
}
