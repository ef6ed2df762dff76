import { useSignal } from '@preact/signals';
import { messageOf, poller } from '../api/live';
import { expireIfRefused } from '../api/session';
import { useSay } from './notices';

export interface ActionButtonProps {
	label: string;
	/** For screen readers, when several buttons on a page have the same label. It contains the label. */
	name?: string;
	look?: 'main' | 'bad';
	/** @returns what came of it, for people. Undefined: nothing to say */
	act: () => Promise<string | undefined>;
}

/** A button that does something at the gateway, says what came of it, and reads everything again. */
export function ActionButton({ label, name, look, act }: ActionButtonProps) {
	const isBusy = useSignal(false);
	const say = useSay();
	const press = async () => {
		if (isBusy.value) return;
		isBusy.value = true;
		try {
			const said = await act();
			if (said !== undefined) say(said);
		} catch (error) {
			if (expireIfRefused(error)) poller.pause();
			say(error instanceof Error ? error : messageOf(error));
		} finally {
			isBusy.value = false;
		}
		await poller.refresh();
	};
	return (
		<button
			type="button"
			class={look}
			aria-label={name}
			aria-busy={isBusy.value ? 'true' : undefined}
			onClick={() => void press()}
		>
			{label}
		</button>
	);
}
