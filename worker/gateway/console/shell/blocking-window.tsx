import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A window above the page until it is removed. The page behind it stays as it is. */
export function BlockingWindow({ title, children }: { title: string; children: ComponentChildren }) {
	const dialog = useRef<HTMLDialogElement>(null);
	useLayoutEffect(() => {
		const shown = dialog.current;
		shown?.showModal();
		return () => shown?.close();
	}, []);
	return (
		<dialog
			ref={dialog}
			class="expired"
			aria-labelledby="blocking-title"
			// Escape would show a page that cannot read anything. Browsers let a second one close the window anyway.
			onCancel={(event) => event.preventDefault()}
			onClose={({ currentTarget }) => {
				if (currentTarget.isConnected) currentTarget.showModal();
			}}
		>
			<h2 id="blocking-title">{title}</h2>
			{children}
		</dialog>
	);
}
