import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { sessionKey, type Topic } from './queries.ts';

type Message = { topics: string[]; orders: number[] };

let lostAt: string | null = null;
const listeners = new Set<() => void>();

function setConnected(isConnected: boolean): void {
  const wasConnected = lostAt === null;
  if (isConnected === wasConnected) return;
  lostAt = isConnected ? null : new Date().toISOString();
  for (const listener of [...listeners]) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the ISO instant at which the event stream was lost; null: it is not lost. */
export function useLostAt(): string | null {
  return useSyncExternalStore(listen, () => lostAt);
}

const maxWaitMs = 3_000;

/** Resolves when the stream opens, but after 3 s at most: a stream that was not lost does not open again, and behind some proxies none ever opens. */
export function untilConnected(): Promise<void> {
  return new Promise((resolve) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(stopWaiting, maxWaitMs);
    const stopListening = listen(() => {
      if (lostAt === null) stopWaiting();
    });
  });
}

const reconnectMs = 2_000;

/** After this time without an event (one comes every 15 s) the stream counts as lost: the browser may see no error. */
const silenceMs = 20_000;

/** While the stream is lost, all data of the screen is loaded again at this interval. */
const pollMs = 15_000;

const refreshDelayMs = 50;

export function useLiveUpdates(isSignedIn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    let source: EventSource;
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
    const changedTopics = new Set<string>();
    let refreshTimer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      refreshTimer = undefined;
      const topics = [...changedTopics];
      changedTopics.clear();
      void client.invalidateQueries({
        predicate: ({ meta }) =>
          topics.includes('all') ||
          ((meta?.topics as Topic[] | undefined) ?? []).some((topic) => topics.includes(topic)),
      });
    };
    const addTopics = (topics: readonly string[]) => {
      for (const topic of topics) changedTopics.add(topic);
      if (topics.length > 0) refreshTimer ??= setTimeout(refresh, refreshDelayMs);
    };
    let wasLost = false;
    let pollTimer: ReturnType<typeof setInterval> | undefined;
    let silenceTimer: ReturnType<typeof setTimeout> | undefined;
    const restartSilenceTimer = () => {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(reconnect, silenceMs);
    };
    const markLost = () => {
      wasLost = true;
      pollTimer ??= setInterval(() => addTopics(['all']), pollMs);
      setConnected(false);
      // The server closes the stream when the session has ended.
      void client.invalidateQueries({ queryKey: sessionKey });
    };
    const connect = () => {
      source = new EventSource('/api/events');
      source.addEventListener('alive', restartSilenceTimer);
      source.onopen = () => {
        restartSilenceTimer();
        clearInterval(pollTimer);
        pollTimer = undefined;
        setConnected(true);
        // Changes while the stream was lost are not known.
        if (wasLost) addTopics(['all']);
        wasLost = false;
      };
      source.onmessage = ({ data }: MessageEvent<string>) => {
        restartSilenceTimer();
        const { topics, orders } = JSON.parse(data) as Message;
        addTopics(orders.length > 0 ? [...topics, 'orders'] : topics);
      };
      source.onerror = () => {
        markLost();
        // Browsers do not reconnect after a response that is no event stream, such as a proxy's error page.
        if (source.readyState === EventSource.CLOSED) reconnectSoon();
      };
    };
    const reconnectSoon = () => {
      clearTimeout(silenceTimer);
      clearTimeout(reconnectTimer);
      reconnectTimer = setTimeout(connect, reconnectMs);
    };
    const reconnect = () => {
      source.close();
      markLost();
      reconnectSoon();
    };
    connect();
    addEventListener('offline', reconnect);
    return () => {
      removeEventListener('offline', reconnect);
      source.close();
      for (const pending of [reconnectTimer, refreshTimer, silenceTimer]) clearTimeout(pending);
      clearInterval(pollTimer);
      // Without a session, no lost connection is shown.
      setConnected(true);
    };
  }, [client, isSignedIn]);
}
