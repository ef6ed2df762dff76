import { useRef } from 'preact/hooks';
import { useSay } from './notices';
import { useAction } from './use-action';

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
	const { isBusy, run } = useAction(useSay(), act);
	// A button such as Pause becomes Resume when the page reads its effect, which can be before the response is there.
	const shown = useRef({ label, name, look });
	if (!isBusy) shown.current = { label, name, look };
	return (
		<button
			type="button"
			class={shown.current.look}
			aria-label={shown.current.name}
			aria-busy={isBusy ? 'true' : undefined}
			onClick={() => void run()}
		>
			{shown.current.label}
		</button>
	);
}
