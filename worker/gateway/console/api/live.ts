import { signal } from '@preact/signals';
import { type Inputs, useEffect, useState } from 'preact/hooks';
import { GatewayError } from './gateway-error';
import { Poller } from './poller';
import { expireIfRefused } from './session';

/** Why nothing can be read at the moment. */
export interface Away {
	message: string;
	/** When everything was read for the last time, in ms since 1970. Null: never in this tab. */
	lastReadAt: number | null;
	retryInSeconds: number;
}

/** Null while the gateway responds. */
export const away = signal<Away | null>(null);

let lastReadAt: number | null = null;

export const poller = new Poller({
	isVisible: () => !document.hidden,
	reached: () => {
		lastReadAt = Date.now();
		away.value = null;
	},
	failed: (error, pauseMs) => {
		if (expireIfRefused(error)) poller.pause();
		else away.value = { message: messageOf(error), lastReadAt, retryInSeconds: pauseMs / 1000 };
	},
});

export interface Live<Value> {
	/** Undefined until it was read for the first time. */
	value: Value | undefined;
	/** What the gateway has against the last read. The value is the one before it. */
	error: GatewayError | null;
}

/**
 * Reads something now, and again and again while it is shown.
 * @param load null: nothing to read
 * @param inputs what the load depends on. The old value stays until the new one is there
 */
export function useLive<Value>(load: (() => Promise<Value>) | null, inputs: Inputs): Live<Value> {
	const [live, setLive] = useState<Live<Value>>({ value: undefined, error: null });
	useEffect(() => {
		if (load === null) return undefined;
		let isCurrent = true;
		const unfollow = poller.follow(async () => {
			try {
				const value = await load();
				if (isCurrent) setLive({ value, error: null });
			} catch (error) {
				if (!(error instanceof GatewayError) || error.isTokenRefused || error.isTemporary) throw error;
				if (isCurrent) setLive(({ value }) => ({ value, error }));
			}
		});
		return () => {
			isCurrent = false;
			unfollow();
		};
	}, inputs);
	return live;
}

/** The sentence of an error, for people. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
