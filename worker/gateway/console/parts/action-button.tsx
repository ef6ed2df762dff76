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
	return (
		<button
			type="button"
			class={look}
			aria-label={name}
			aria-busy={isBusy ? 'true' : undefined}
			onClick={() => void run()}
		>
			{label}
		</button>
	);
}
