import { useLayoutEffect, useRef } from 'preact/hooks';
import { signOut } from '../api/session';
import { SignInForm } from './sign-in-form';

/** Asks for a token above the page, which keeps everything that was typed. */
export function ExpiredWindow({ reason }: { reason: string }) {
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
			aria-labelledby="expired-title"
			// Escape would show a page that cannot read anything. Browsers let a second one close the window anyway.
			onCancel={(event) => event.preventDefault()}
			onClose={({ currentTarget }) => {
				if (currentTarget.isConnected) currentTarget.showModal();
			}}
		>
			<h2 id="expired-title">Sign in again</h2>
			<p>The page behind this window keeps what you typed.</p>
			<SignInForm reason={reason} />
			<button type="button" class="quiet" onClick={signOut}>
				Leave the page
			</button>
		</dialog>
	);
}
