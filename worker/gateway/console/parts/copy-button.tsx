import { useSignal } from '@preact/signals';

export interface CopyButtonProps {
	text: string;
	look?: 'main' | 'quiet';
	/** For screen readers, when a page has several. It contains “Copy”. */
	name?: string;
	/** Selects the text, for people whose browser does not allow copying. */
	select?: () => void;
}

/** Copies a text that somebody has to keep, or to pass on to an administrator. */
export function CopyButton({ text, look, name, select }: CopyButtonProps) {
	const said = useSignal('');
	const copy = async () => {
		select?.();
		try {
			await navigator.clipboard.writeText(text);
			said.value = 'Copied.';
		} catch {
			// Browsers allow it on https and on this machine only.
			said.value = 'The browser does not allow copying here. Select the text, and copy it with the keyboard.';
		}
	};
	return (
		<div class="buttons">
			<button type="button" class={look} aria-label={name} onClick={() => void copy()}>
				Copy
			</button>
			<span role="status">{said.value}</span>
		</div>
	);
}
