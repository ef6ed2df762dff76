import { leave } from './leave';
import { BlockingWindow } from './blocking-window';
import { SignInForm } from './sign-in-form';

/** Asks for a token above the page, which keeps everything that was typed. */
export function ExpiredWindow({ reason }: { reason: string }) {
	return (
		<BlockingWindow title="Sign in again">
			<p>The page behind this window keeps what you typed.</p>
			<SignInForm reason={reason} />
			<button type="button" class="quiet" onClick={() => void leave()}>
				Leave the page
			</button>
		</BlockingWindow>
	);
}
