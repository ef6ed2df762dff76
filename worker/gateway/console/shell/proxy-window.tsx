import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { at } from '../api/base-path';
import { messageOf, poller } from '../api/live';
import { REFRESH_MS } from '../api/poller';
import { expireIfRefused, isProxyAsking, resumeSession } from '../api/session';
import { BlockingWindow } from './blocking-window';

/**
 * Says that a reverse proxy asks for a sign-in, while the page keeps everything that was typed. It looks again while
 * somebody can see it, and as soon as they come back from the tab in which they sign in.
 */
export function ProxyWindow() {
	const trouble = useSignal('');
	const isBusy = useSignal(false);
	const look = async (isAsked: boolean) => {
		if (isBusy.value) return;
		isBusy.value = true;
		try {
			await resumeSession();
			await poller.resume();
		} catch (error) {
			const isStill = expireIfRefused(error) && isProxyAsking.value;
			if (isAsked) trouble.value = isStill ? 'You are not signed in yet.' : messageOf(error);
		} finally {
			isBusy.value = false;
		}
	};
	useEffect(() => {
		const lookIfSeen = () => {
			if (!document.hidden) void look(false);
		};
		const timer = setInterval(lookIfSeen, REFRESH_MS);
		document.addEventListener('visibilitychange', lookIfSeen);
		window.addEventListener('focus', lookIfSeen);
		return () => {
			clearInterval(timer);
			document.removeEventListener('visibilitychange', lookIfSeen);
			window.removeEventListener('focus', lookIfSeen);
		};
	}, []);
	return (
		<BlockingWindow title="Sign in again">
			<p>
				Your sign-in at the reverse proxy has ended. The page behind this window keeps what you typed. Sign in in
				another tab, then come back.
			</p>
			<p id="proxy-trouble" role="status" class="bad">
				{trouble.value}
			</p>
			<div class="buttons">
				<a class="main" href={at('/')} target="_blank" rel="noreferrer">
					Sign in in another tab
				</a>
				<button type="button" aria-busy={isBusy.value ? 'true' : undefined} onClick={() => void look(true)}>
					I have signed in
				</button>
			</div>
		</BlockingWindow>
	);
}
