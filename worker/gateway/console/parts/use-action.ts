import { useSignal } from '@preact/signals';
import { messageOf, poller } from '../api/live';
import { expireIfRefused } from '../api/session';
import type { Say } from './notices';

/**
 * Does something at the gateway, one at a time: says what came of it, and reads everything again.
 * @param act returns what came of it, for people. Undefined: nothing to say
 */
export function useAction<Input extends unknown[]>(say: Say, act: (...input: Input) => Promise<string | undefined>) {
	const isBusy = useSignal(false);
	const run = async (...input: Input) => {
		if (isBusy.value) return;
		isBusy.value = true;
		try {
			const said = await act(...input);
			if (said !== undefined) say(said);
		} catch (error) {
			if (expireIfRefused(error)) poller.pause();
			say(error instanceof Error ? error : messageOf(error));
		} finally {
			isBusy.value = false;
		}
		await poller.refresh();
	};
	return { isBusy: isBusy.value, run };
}
